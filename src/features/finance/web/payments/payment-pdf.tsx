import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useFileExport } from '../../../../platform/web/kit/use-file-export.ts'
import type { Payment } from '../../payments-contract.ts'

/** What to transfer; once it is received, the receipt. */
export function PaymentPdf({ payment: { reference, state } }: { payment: Payment }) {
  const t = useTranslations('finance.pay')
  const tDetail = useTranslations('finance.detail')
  const file = useFileExport(`/payments/${reference}/pdf`, {
    saved: (name) => tDetail('pdfSaved', { name }),
    failed: (reason) => tDetail('pdfFailed', { reason }),
  })
  const label = t(state === 'received' ? 'receipt' : 'advice')
  return (
    <Button
      variant="default"
      size="compact-sm"
      aria-label={`${label} ${reference}`}
      aria-disabled={file.exporting}
      onClick={() => file.start({}, `${reference}.pdf`)}
    >
      {label}
    </Button>
  )
}
