import { useTranslations } from 'use-intl'
import { useFormats } from '../../../../platform/web/format/use-formats.tsx'
import { Badge, type Tone } from '../../../../platform/web/kit/badge.tsx'
import type { Payment, PaymentState } from '../../payments-contract.ts'
import { useCardName } from './card-name.ts'

const TONES: Record<PaymentState, Tone> = {
  announced: 'info',
  pending: 'info',
  action: 'warn',
  received: 'good',
  returned: 'warn',
  declined: 'bad',
  cancelled: 'mute',
}
/** Its paper names them all. */
const NAMED = 10

export function PaymentBadge({ payment: { state, kind } }: { payment: Payment }) {
  const t = useTranslations('payments')
  const name = kind === 'refund' && state === 'received' ? 'sent' : state
  return <Badge tone={TONES[state]}>{t(`states.${name}`)}</Badge>
}

/** What is said of a payment beneath its reference. */
export function usePaymentFacts() {
  const t = useTranslations('payments')
  const formats = useFormats()
  const nameOf = useCardName()
  const paidBy = ({ parts }: Payment) => {
    const [named, rest] = [parts.slice(0, NAMED), parts.length - NAMED]
    const names = named.map(({ invoice }) => invoice)
    return formats.list(rest > 0 ? [...names, t('others', { count: rest })] : names)
  }
  return (payment: Payment): string[] => [
    t('facts', {
      amount: formats.money(payment.amount, payment.currency),
      date: formats.dateTime(payment.createdAt),
      who: payment.tenantName ?? payment.createdBy ?? '',
    }),
    ...(payment.kind === 'payment' ? [] : [t(`named.${payment.kind}`)]),
    ...(payment.parts.length === 0 ? [] : [paidBy(payment)]),
    ...(payment.kind === 'payment' && Number(payment.onAccount) > 0
      ? [t('onAccount', { amount: formats.money(payment.onAccount, payment.currency) })]
      : []),
    ...(payment.card ? [nameOf(payment.card)] : []),
    ...(payment.bankReference ? [t('byBank', { bank: payment.bankReference })] : []),
    ...(payment.state === 'declined' && payment.declined
      ? [t('notPaid', { reason: t(`reasons.${payment.declined}`) })]
      : []),
    ...(payment.returned === null
      ? []
      : [t('returnedText', { returned: formats.money(payment.returned, payment.currency) })]),
  ]
}
