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

export function PaymentBadge({ payment: { state } }: { payment: Payment }) {
  const t = useTranslations('finance.pay')
  return <Badge tone={TONES[state]}>{t(`states.${state}`)}</Badge>
}

/** What is said of a payment beneath its reference. */
export function usePaymentFacts() {
  const t = useTranslations('finance.pay')
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
    paidBy(payment),
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
