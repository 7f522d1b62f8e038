import '@mantine/core/styles/Checkbox.layer.css'
import { Button, Checkbox, Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormats } from '../../../../platform/web/format/use-formats.tsx'
import { Dialog } from '../../../../platform/web/kit/dialog.tsx'
import { ErrorCard } from '../../../../platform/web/kit/error-card.tsx'
import { ChoiceField, TextField } from '../../../../platform/web/kit/fields.tsx'
import { FormDialog } from '../../../../platform/web/kit/form-dialog.tsx'
import type { Invoice } from '../../contract.ts'
import type { Methods, Payment } from '../../payments-contract.ts'
import { amountOf, sumOf, without } from './amounts.ts'
import { useCardName } from './card-name.ts'
import CardPayment from './card-payment.tsx'
import { PaymentPdf } from './payment-pdf.tsx'
import css from './payments.module.css'
import { payableQuery, paymentsApi } from './payments-queries.ts'

type PayDialogProps = {
  currency: string
  bank: string | null
  methods: Methods
  /** What is on its way already is not paid again. */
  announced: readonly Payment[]
  onClose: () => void
}

const ON_ITS_WAY: readonly Payment['state'][] = ['announced', 'pending', 'action']

/** Invoices with what is open of them and not announced yet; without those that are announced in full. */
function payable(invoices: readonly Invoice[], announced: readonly Payment[]) {
  const parts = announced
    .filter(({ state }) => ON_ITS_WAY.includes(state))
    .flatMap((payment) => payment.parts)
  return invoices.flatMap((invoice) => {
    const open = without(
      invoice.balance,
      parts.filter(({ invoiceId }) => invoiceId === invoice.id).map(({ amount }) => amount),
    )
    return open === null ? [] : { ...invoice, open }
  })
}

const randomWish = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * Which invoices are paid, whole or in part, and with what; then where the transfer goes and under which reference, or what
 * became of the card.
 */
export default function PayDialog({ currency, bank, methods, announced, onClose }: PayDialogProps) {
  const t = useTranslations('finance.pay')
  const formats = useFormats()
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery(payableQuery(currency))
  const invoices = data && payable(data, announced)
  // Of those that are chosen, as typed.
  const [amounts, setAmounts] = useState<Record<number, string>>({})
  const [payment, setPayment] = useState<Payment | null>(null)
  const [wish, setWish] = useState(randomWish)
  const nameOf = useCardName()
  const cards = methods.items.filter(({ expired }) => !expired)
  const [methodId, setMethodId] = useState(String(cards.find(({ isDefault }) => isDefault)?.id ?? ''))
  const chosen = (invoices ?? []).filter(({ id }) => amounts[id] !== undefined)
  const parts = chosen.map(({ id }) => ({ invoiceId: id, amount: amountOf(amounts[id] ?? '') }))

  /** With the decimal mark of the language. */
  const typed = (amount: string) => (formats.locale === 'en' ? amount : amount.replace('.', ','))
  const pay = async () => {
    const wrong = chosen[parts.findIndex(({ amount }) => amount === undefined)]
    if (wrong) return t('wrongAmount', { invoice: wrong.number })
    const whole = parts.flatMap(({ invoiceId, amount }) => (amount ? [{ invoiceId, amount }] : []))
    const by = { wish, parts: whole }
    setPayment(
      await (methodId === ''
        ? paymentsApi.announcePayment(by)
        : paymentsApi.payByCard({ ...by, methodId: Number(methodId) })),
    )
    await queries.invalidateQueries({ queryKey: ['finance', 'payments'] })
    return undefined
  }
  if (payment?.card)
    return (
      <CardPayment
        reference={payment.reference}
        provider={methods.provider?.name ?? ''}
        onAgain={() => {
          // Another payment, whatever became of the one before.
          setWish(randomWish())
          setPayment(null)
        }}
        onClose={onClose}
      />
    )
  if (payment) return <Announced payment={payment} bank={bank} onClose={onClose} />
  if (error && !invoices)
    return (
      <Dialog opened title={t('title')} onClose={onClose}>
        <ErrorCard title={t('notLoaded')} failure={error} onRetry={() => void refetch()} />
      </Dialog>
    )
  return (
    <FormDialog
      title={t('title')}
      submit={t(methodId === '' ? 'announce' : 'payNow')}
      ready={chosen.length > 0}
      onSubmit={pay}
      onClose={onClose}
    >
      {cards.length > 0 && (
        <ChoiceField
          label={t('method')}
          value={methodId}
          data={[
            { value: '', label: t('bankTransfer') },
            ...cards.map((card) => ({ value: String(card.id), label: nameOf(card) })),
          ]}
          onChange={(event) => setMethodId(event.currentTarget.value)}
        />
      )}
      <p>{t(methodId === '' ? 'what' : 'whatCard')}</p>
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
                setAmounts(
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
                onChange={(event) => setAmounts({ ...amounts, [invoice.id]: event.currentTarget.value })}
              />
            )}
          </li>
        ))}
      </ul>
      <p className={css.total}>
        <span>{t('total')}</span>
        <span>{formats.money(sumOf(parts.flatMap(({ amount }) => amount ?? [])), currency)}</span>
      </p>
    </FormDialog>
  )
}

function Announced({
  payment,
  bank,
  onClose,
}: {
  payment: Payment
  bank: string | null
  onClose: () => void
}) {
  const t = useTranslations('finance.pay')
  const formats = useFormats()
  return (
    <Dialog
      opened
      title={t('announced')}
      onClose={onClose}
      actions={
        <>
          <PaymentPdf payment={payment} />
          <Button onClick={onClose}>{t('done')}</Button>
        </>
      }
    >
      <p>{t('transfer', { amount: formats.money(payment.amount, payment.currency) })}</p>
      <p className={css.reference}>
        <strong>{payment.reference}</strong>
      </p>
      <p className={css.bank}>{bank ?? t('noBank')}</p>
    </Dialog>
  )
}
