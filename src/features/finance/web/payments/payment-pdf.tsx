import { useTranslations } from 'use-intl'
import { PdfButton } from '../../../../platform/web/kit/pdf-button.tsx'
import type { Payment } from '../../payments-contract.ts'

/** What to transfer; once it is received, the receipt. */
export function PaymentPdf({ payment: { reference, state } }: { payment: Payment }) {
  const t = useTranslations('payments')
  const label = t(state === 'received' ? 'receipt' : 'advice')
  return <PdfButton path={`/payments/${reference}/pdf`} name={reference} small={{ label, of: reference }} />
}

/** What to transfer, or the receipt; of a card there is nothing to transfer. */
export const hasPaper = ({ card, state }: Payment) => card === null || state === 'received'
