import { Button, Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useFormats } from '../../../../platform/web/format/use-formats.tsx'
import { Dialog } from '../../../../platform/web/kit/dialog.tsx'
import { ErrorCard } from '../../../../platform/web/kit/error-card.tsx'
import { RecordList } from '../../../../platform/web/kit/record-list.tsx'
import type { Payment } from '../../payments-contract.ts'
import { PaymentBadge, usePaymentFacts } from './payment-facts.tsx'
import { hasPaper, PaymentPdf } from './payment-pdf.tsx'
import css from './payments.module.css'
import { paymentQuery } from './payments-queries.ts'

type PaymentDialogProps = {
  reference: string
  provider: string
  /** Given where nothing was collected: back to the choice. */
  onAgain?: () => void
  onClose: () => void
}

/** One payment. What becomes of one by card shows by itself as soon as the bank has answered. */
export default function PaymentDialog({ reference, provider, onAgain, onClose }: PaymentDialogProps) {
  const t = useTranslations('payments')
  const { data, error, refetch } = useQuery(paymentQuery(reference))
  return (
    <Dialog
      opened
      title={`${t('byCard')} ${reference}`}
      onClose={onClose}
      actions={
        <>
          {data && hasPaper(data) && <PaymentPdf payment={data} />}
          {data?.state === 'declined' && onAgain && (
            <Button variant="default" onClick={onAgain}>
              {t('payAgain')}
            </Button>
          )}
          {data?.state === 'action' && data.actionUrl !== null ? (
            <Button component="a" href={data.actionUrl}>
              {t('confirm', { provider })}
            </Button>
          ) : (
            <Button onClick={onClose}>{t('done')}</Button>
          )}
        </>
      }
    >
      {error && !data && (
        <ErrorCard title={t('paymentNotLoaded')} failure={error} onRetry={() => void refetch()} />
      )}
      <div role="status" aria-live="polite" className={css.outcome}>
        {data && (data.card ? <Outcome payment={data} /> : <Transfer payment={data} />)}
      </div>
    </Dialog>
  )
}

function Transfer({ payment }: { payment: Payment }) {
  const t = useTranslations('payments')
  const factsOf = usePaymentFacts()
  const actions = <PaymentBadge payment={payment} />
  return (
    <RecordList
      label={t('byCard')}
      items={[{ key: payment.reference, title: payment.reference, facts: factsOf(payment), actions }]}
    />
  )
}

function Outcome({ payment }: { payment: Payment }) {
  const t = useTranslations('payments')
  const formats = useFormats()
  const amount = formats.money(payment.amount, payment.currency)
  if (payment.state === 'pending')
    return (
      <>
        <Loader size="sm" aria-hidden />
        <p>{t('asking')}</p>
      </>
    )
  if (payment.state === 'action') return <p>{t('confirmText', { amount })}</p>
  if (payment.state === 'received') return <p>{t('paid', { amount })}</p>
  if (payment.state === 'returned')
    return (
      <p>{t('returnedText', { returned: formats.money(payment.returned ?? '0.00', payment.currency) })}</p>
    )
  return <p>{t('notPaid', { reason: t(`reasons.${payment.declined ?? 'cancelled'}`) })}</p>
}
