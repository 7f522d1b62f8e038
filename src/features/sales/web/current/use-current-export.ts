import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { downloadFile } from '../../../../platform/web/api/download.ts'
import { useFailureText } from '../../../../platform/web/kit/failure-text.ts'
import { toast } from '../../../../platform/web/kit/toast.ts'
import type { HistoryFilter } from '../figure.ts'

/** What the screen shows as a workbook, or its comparison as CSV. */
export function useCurrentExport(filter: HistoryFilter) {
  const t = useTranslations('currentSales')
  const failureText = useFailureText()
  const [exporting, setExporting] = useState(false)
  const start = async (format: 'csv' | 'xlsx') => {
    if (exporting) return
    setExporting(true)
    try {
      const asked = { ...filter, format }
      const name = await downloadFile('/sales/current/export', asked, `${t('files.workbook')}.${format}`)
      toast.done(t('exported', { name }))
    } catch (failure) {
      toast.failed(t('exportFailed', { reason: failureText(failure) }))
    }
    setExporting(false)
  }
  return { exporting, start: (format: 'csv' | 'xlsx') => void start(format) }
}
