import { Button, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { TextField } from '../../../../platform/web/kit/fields.tsx'
import { FormDialog } from '../../../../platform/web/kit/form-dialog.tsx'
import { toast } from '../../../../platform/web/kit/toast.ts'
import type { Address } from '../../contract.ts'
import css from '../po.module.css'
import { api, settingsQuery } from '../po-queries.ts'

type AddressBookProps = {
  tenant: number | undefined
  settings: { addresses: Address[]; version: number }
  /** What is typed in the form: it can be kept. */
  typed: string
  onClose: () => void
}

/** The whole book, kept at once. */
export function AddressBook({ tenant, settings, typed, onClose }: AddressBookProps) {
  const t = useTranslations('purchaseOrders.address')
  const queries = useQueryClient()
  const [book, setBook] = useState(settings.addresses)
  const [label, setLabel] = useState('')
  const isKnown = settings.addresses.some(({ address }) => address === typed)
  const [address, setAddress] = useState(isKnown ? '' : typed)
  const submit = async () => {
    const isHalf = (label.trim() === '') !== (address.trim() === '')
    if (isHalf) return t('half')
    const addresses =
      address.trim() === '' ? book : [...book, { label: label.trim(), address: address.trim() }]
    await api.keepAddresses({ tenant, addresses, version: settings.version })
    await queries.invalidateQueries({ queryKey: settingsQuery(tenant).queryKey })
    toast.done(t('saved'))
    onClose()
    return undefined
  }
  return (
    <FormDialog title={t('book')} submit={t('save')} onSubmit={submit} onClose={onClose}>
      <ul className={css.timeline}>
        {book.map((entry) => (
          <li key={`${entry.label} ${entry.address}`}>
            <strong>{entry.label}</strong>
            <p>{entry.address}</p>
            <Button
              variant="subtle"
              size="compact-sm"
              aria-label={t('removeOne', { label: entry.label })}
              onClick={() => setBook(book.filter((one) => one !== entry))}
            >
              {t('remove')}
            </Button>
          </li>
        ))}
      </ul>
      <TextField
        label={t('label')}
        value={label}
        maxLength={100}
        data-autofocus
        onChange={(event) => setLabel(event.currentTarget.value)}
      />
      <Textarea
        label={t('address')}
        rows={3}
        maxLength={500}
        value={address}
        onChange={(event) => setAddress(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
