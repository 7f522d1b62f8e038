import { Button } from '@mantine/core'
import { IconFileTypePdf } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useFileExport } from '../../../../platform/web/kit/use-file-export.ts'
import type { Invoice } from '../../contract.ts'

/** The invoice on paper, in the language of its company. */
export function PdfButton({ invoice }: { invoice: Invoice }) {
  const t = useTranslations('finance.detail')
  const file = useFileExport(`/invoices/id:${invoice.id}/pdf`, {
    saved: (name) => t('pdfSaved', { name }),
    failed: (reason) => t('pdfFailed', { reason }),
  })
  return (
    <Button
      variant="default"
      leftSection={<IconFileTypePdf size={18} stroke={1.75} aria-hidden />}
      aria-disabled={file.exporting}
      onClick={() => file.start({}, `${invoice.number}.pdf`)}
    >
      {t('pdf')}
    </Button>
  )
}
