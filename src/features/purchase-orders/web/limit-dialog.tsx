import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { inMinorDigits, minorDigits } from '../../../platform/contract/minor-digits.ts'
import { type Bounds, decimalWithin, writeTyped } from '../../../platform/web/format/typed-number.ts'
import { FormDialog } from '../../../platform/web/kit/form-dialog.tsx'
import { NumberField } from '../../../platform/web/kit/number-field.tsx'
import { toast } from '../../../platform/web/kit/toast.ts'
import { api, settingsQuery } from './po-queries.ts'

const limitIn = (currency: string): Bounds => ({
  decimals: Math.min(minorDigits(currency), 2),
  ...{ least: 0, most: 999_999_999_999.99 },
})

/** Above what a purchase order needs somebody's approval; empty: nothing does. */
export default function LimitDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('purchaseOrders')
  const tNumbers = useTranslations('typedNumbers')
  const queries = useQueryClient()
  const { data } = useQuery(settingsQuery(undefined))
  const [typed, setTyped] = useState<string | null>(null)
  const currency = data?.currency ?? ''
  const bounds = limitIn(currency)
  const value = typed ?? writeTyped(data?.approvalLimit ? inMinorDigits(data.approvalLimit, currency) : '')
  const submit = async () => {
    const decimal = value.trim() === '' ? '' : decimalWithin(value, bounds)
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
        bounds={bounds}
        label={t('limit.label', { currency })}
        description={t('limit.hint')}
        maxLength={20}
        data-autofocus
        value={value}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
