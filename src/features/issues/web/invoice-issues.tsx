import { useTranslations } from 'use-intl'
import { AboutIssues } from './about-issues.tsx'

/** What was asked about an invoice, and the way to question it (D5). */
export default function InvoiceIssues({ invoice }: { invoice: { id: number; number: string } }) {
  const t = useTranslations('issues')
  return (
    <AboutIssues
      about={{ invoice: invoice.id }}
      links={{ invoice }}
      report={t('panel.question')}
      none={t('panel.noQuestion')}
    />
  )
}
