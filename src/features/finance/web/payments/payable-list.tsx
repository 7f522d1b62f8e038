import '@mantine/core/styles/Checkbox.layer.css'
import { Checkbox, Skeleton } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useFormats } from '../../../../platform/web/format/use-formats.tsx'
import { TextField } from '../../../../platform/web/kit/fields.tsx'
import type { Invoice } from '../../contract.ts'
import { amountOf, sumOf, without } from './amounts.ts'
import css from './payments.module.css'

export type Payable = Invoice & { open: string }
/** Of those that are chosen, as typed. */
export type Amounts = Record<number, string>

/** Invoices with what is open of them and not on its way; without those that are announced in full. */
export const payable = (
  invoices: readonly Invoice[],
  reserved: readonly { invoiceId: number; amount: string }[],
): Payable[] =>
  invoices.flatMap((invoice) => {
    const open = without(
      invoice.balance,
      reserved.filter(({ invoiceId }) => invoiceId === invoice.id).map(({ amount }) => amount),
    )
    return open === null ? [] : { ...invoice, open }
  })

/** What is paid of each that is chosen, as the server takes it; `wrong`: the first that has no amount. */
export function partsOf(invoices: readonly Payable[], amounts: Amounts) {
  const chosen = invoices.filter(({ id }) => amounts[id] !== undefined)
  const parts = chosen.map(({ id }) => ({ invoiceId: id, amount: amountOf(amounts[id] ?? '') }))
  return {
    wrong: chosen[parts.findIndex(({ amount }) => amount === undefined)],
    parts: parts.flatMap(({ invoiceId, amount }) => (amount ? [{ invoiceId, amount }] : [])),
    any: chosen.length > 0,
  }
}

type PayableListProps = {
  currency: string
  /** Undefined: still on their way. */
  invoices: readonly Payable[] | undefined
  amounts: Amounts
  onChange: (amounts: Amounts) => void
}

/** Which invoices are paid, whole or in part, and what that comes to. */
export function PayableList({ currency, invoices, amounts, onChange }: PayableListProps) {
  const t = useTranslations('finance.pay')
  const formats = useFormats()
  /** With the decimal mark of the language. */
  const typed = (amount: string) => (formats.locale === 'en' ? amount : amount.replace('.', ','))
  const { parts } = partsOf(invoices ?? [], amounts)
  return (
    <>
      {invoices === undefined && <Skeleton height={120} />}
      {invoices?.length === 0 && <p>{t('nothing')}</p>}
      <ul className={css.list}>
        {invoices?.map((invoice) => (
          <li key={invoice.id}>
            <Checkbox
              label={t('invoice', {
                number: invoice.number,
                due: formats.date(invoice.dueDate ?? invoice.date),
                open: formats.money(invoice.open, currency),
              })}
              checked={amounts[invoice.id] !== undefined}
              onChange={(event) => {
                const { [invoice.id]: _, ...others } = amounts
                onChange(
                  event.currentTarget.checked ? { ...others, [invoice.id]: typed(invoice.open) } : others,
                )
              }}
            />
            {amounts[invoice.id] !== undefined && (
              <TextField
                aria-label={t('amountOf', { number: invoice.number })}
                inputMode="decimal"
                maxLength={20}
                value={amounts[invoice.id]}
                onChange={(event) => onChange({ ...amounts, [invoice.id]: event.currentTarget.value })}
              />
            )}
          </li>
        ))}
      </ul>
      <p className={css.total}>
        <span>{t('total')}</span>
        <span>{formats.money(sumOf(parts.map(({ amount }) => amount)), currency)}</span>
      </p>
    </>
  )
}
