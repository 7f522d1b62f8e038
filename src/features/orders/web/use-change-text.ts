import { useTranslations } from 'use-intl'
import { useFormats } from '../../../platform/web/format/use-formats.tsx'
import type { OrderChange } from '../contract.ts'
import { isDone } from '../domain/order-status.ts'
import { useDaysText } from './use-days-text.ts'
import { useStatusName } from './use-status-name.ts'

const AMOUNT = /^(-?\d+(?:\.\d{2,3})?) ([A-Z]{3})$/
const DAY_MS = 86_400_000

type Told = Pick<OrderChange, 'field' | 'lineNo' | 'old' | 'new'>

/** One recorded change as a sentence. */
export function useChangeText(): (change: Told) => string {
  const t = useTranslations('orders')
  const formats = useFormats()
  const statusName = useStatusName()
  const daysText = useDaysText()

  const valueText = (field: OrderChange['field'], value: string): string => {
    if (field === 'status' || field === 'created') return statusName(value)
    if (field.endsWith('Date')) return formats.date(value)
    if (field.startsWith('qty')) return formats.quantity(Number(value))
    const [, amount, currency] = (field === 'amount' && AMOUNT.exec(value)) || []
    if (amount && currency) return formats.money(amount, currency)
    return isDone(value) ? t('done') : value
  }

  return ({ field, lineNo, old, new: now }) => {
    if (field === 'created')
      return now === null ? t('changes.created') : t('changes.createdAs', { status: valueText(field, now) })
    const name = t(`changes.fields.${field}`)
    const what = lineNo === null ? name : t('changes.ofLine', { line: lineNo, field: name })
    if (old === null) return t('changes.set', { what, now: valueText(field, now ?? '') })
    if (now === null) return t('changes.gone', { what, old: valueText(field, old) })
    const values = { what, old: valueText(field, old), now: valueText(field, now) }
    if (field !== 'promisedDate') return t('changes.changed', values)
    return t('changes.moved', {
      ...values,
      by: daysText(Math.round((Date.parse(now) - Date.parse(old)) / DAY_MS)),
    })
  }
}
