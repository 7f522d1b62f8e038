import { useTranslations } from 'use-intl'
import { PageHead } from '../../../platform/web/kit/page-head.tsx'
import { CalendarPanel } from './calendar-panel.tsx'
import { ChecksPanel } from './checks-panel.tsx'

/** The calendar of the reports, and whether their sums are those of the lines. */
export default function ReportingPage() {
  const t = useTranslations('reporting')
  return (
    <>
      <PageHead title={t('title')} subtitle={t('subtitle')} />
      <CalendarPanel />
      <ChecksPanel />
    </>
  )
}
