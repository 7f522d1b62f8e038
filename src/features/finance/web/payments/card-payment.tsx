import { Button, Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useFormats } from '../../../../platform/web/format/use-formats.tsx'
import { Dialog } from '../../../../platform/web/kit/dialog.tsx'
import { ErrorCard } from '../../../../platform/web/kit/error-card.tsx'
import type { Payment } from '../../payments-contract.ts'
import { PaymentPdf } from './payment-pdf.tsx'
import css from './payments.module.css'
import { paymentQuery } from './payments-queries.ts'

type CardPaymentProps = {
  reference: string
  provider: string
  /** Given where nothing was collected: back to the choice. */
  onAgain?: () => void
  onClose: () => void
}

/** What becomes of a payment by card: it shows by itself as soon as the bank has answered. */
export default function CardPayment({ reference, provider, onAgain, onClose }: CardPaymentProps) {
  const t = useTranslations('finance.pay')
  const { data, error, refetch } = useQuery(paymentQuery(reference))
  return (
    <Dialog
      opened
      title={`${t('byCard')} ${reference}`}
      onClose={onClose}
      actions={
        <>
          {data?.state === 'received' && <PaymentPdf payment={data} />}
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
        {data && <Outcome payment={data} />}
      </div>
    </Dialog>
  )
}

function Outcome({ payment }: { payment: Payment }) {
  const t = useTranslations('finance.pay')
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
