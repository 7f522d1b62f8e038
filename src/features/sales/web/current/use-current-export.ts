import { useTranslations } from 'use-intl'
import { useFileExport } from '../../../../platform/web/kit/use-file-export.ts'
import type { HistoryFilter } from '../figure.ts'

/** What the screen shows as a workbook, or its comparison as CSV. */
export function useCurrentExport(filter: HistoryFilter) {
  const t = useTranslations('currentSales')
  const { exporting, start } = useFileExport('/sales/current/export', {
    saved: (name) => t('exported', { name }),
    failed: (reason) => t('exportFailed', { reason }),
  })
  return {
    exporting,
    start: (format: 'csv' | 'xlsx') => start({ ...filter, format }, `${t('files.workbook')}.${format}`),
  }
}
