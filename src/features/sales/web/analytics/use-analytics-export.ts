import { useTranslations } from 'use-intl'
import { useFileExport } from '../../../../platform/web/kit/use-file-export.ts'
import type { AnalyticsFilter, ComparedPeriods, TrendOf } from './analytics-figure.ts'

/** What the screen shows as a workbook. */
export function useAnalyticsExport(asked: AnalyticsFilter & TrendOf & ComparedPeriods) {
  const t = useTranslations('salesAnalytics')
  const { exporting, start } = useFileExport('/sales/analytics/export', {
    saved: (name) => t('exported', { name }),
    failed: (reason) => t('exportFailed', { reason }),
  })
  return { exporting, start: () => start(asked, `${t('files.workbook')}.xlsx`) }
}
