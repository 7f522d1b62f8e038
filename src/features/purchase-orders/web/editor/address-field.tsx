import { Button, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ChoiceField } from '../../../../platform/web/kit/fields.tsx'
import css from '../po.module.css'
import { settingsQuery } from '../po-queries.ts'
import { AddressBook } from './address-book.tsx'

type AddressFieldProps = {
  tenant: number | undefined
  ready: boolean
  value: string
  onChange: (address: string) => void
}

/** Where the goods go to: from the address book, or typed. */
export function AddressField({ tenant, ready, value, onChange }: AddressFieldProps) {
  const t = useTranslations('purchaseOrders.address')
  const { data } = useQuery({ ...settingsQuery(tenant), enabled: ready })
  const [opened, open] = useState(false)
  const book = data?.addresses ?? []
  const chosen = book.findIndex(({ address }) => address === value)
  return (
    <div>
      <ChoiceField
        label={t('fromBook')}
        value={chosen < 0 ? '' : String(chosen)}
        data={[
          { value: '', label: t('typed') },
          ...book.map(({ label }, at) => ({ value: String(at), label })),
        ]}
        onChange={(event) => {
          const entry = book[Number(event.currentTarget.value)]
          if (event.currentTarget.value !== '' && entry) onChange(entry.address)
        }}
      />
      <Textarea
        label={t('shipTo')}
        rows={3}
        maxLength={500}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <div className={css.actions}>
        <Button variant="subtle" size="compact-sm" disabled={!data} onClick={() => open(true)}>
          {t('book')}
        </Button>
      </div>
      {opened && data && (
        <AddressBook tenant={tenant} settings={data} typed={value} onClose={() => open(false)} />
      )}
    </div>
  )
}
