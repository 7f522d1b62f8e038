import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { type Bounds, decimalWithin, writeTyped } from '../../../platform/web/format/typed-number.ts'
import { FormDialog } from '../../../platform/web/kit/form-dialog.tsx'
import { NumberField } from '../../../platform/web/kit/number-field.tsx'
import { toast } from '../../../platform/web/kit/toast.ts'
import { api, settingsQuery } from './po-queries.ts'

const LIMIT: Bounds = { decimals: 2, least: 0, most: 999_999_999_999.99 }

/** Above what a purchase order needs somebody's approval; empty: nothing does. */
export default function LimitDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('purchaseOrders')
  const tNumbers = useTranslations('typedNumbers')
  const queries = useQueryClient()
  const { data } = useQuery(settingsQuery(undefined))
  const [typed, setTyped] = useState<string | null>(null)
  const value = typed ?? writeTyped(data?.approvalLimit ?? '')
  const submit = async () => {
    const decimal = value.trim() === '' ? '' : decimalWithin(value, LIMIT)
    if (decimal === null) return tNumbers('check')
    const approvalLimit = decimal === '' ? null : Number(decimal).toFixed(2)
    await api.setLimit({ approvalLimit, version: data?.version })
    await queries.invalidateQueries({ queryKey: ['purchase-orders', 'settings'] })
    toast.done(t('limit.saved'))
    onClose()
    return undefined
  }
  return (
    <FormDialog
      title={t('limit.title')}
      submit={t('save')}
      ready={data !== undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <NumberField
        optional
        bounds={LIMIT}
        label={t('limit.label', { currency: data?.currency ?? '' })}
        description={t('limit.hint')}
        maxLength={20}
        data-autofocus
        value={value}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
