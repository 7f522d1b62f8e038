import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { downloadFile } from '../../../../platform/web/api/download.ts'
import { useFailureText } from '../../../../platform/web/kit/failure-text.ts'
import { toast } from '../../../../platform/web/kit/toast.ts'
import type { AnalyticsFilter, ComparedPeriods, TrendOf } from './analytics-figure.ts'

/** What the screen shows as a workbook. */
export function useAnalyticsExport(asked: AnalyticsFilter & TrendOf & ComparedPeriods) {
  const t = useTranslations('salesAnalytics')
  const failureText = useFailureText()
  const [exporting, setExporting] = useState(false)
  const start = async () => {
    if (exporting) return
    setExporting(true)
    try {
      const name = await downloadFile('/sales/analytics/export', asked, `${t('files.workbook')}.xlsx`)
      toast.done(t('exported', { name }))
    } catch (failure) {
      toast.failed(t('exportFailed', { reason: failureText(failure) }))
    }
    setExporting(false)
  }
  return { exporting, start: () => void start() }
}
