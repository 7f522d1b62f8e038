import { useTranslations } from 'use-intl'
import { useFileExport } from '../../../platform/web/kit/use-file-export.ts'

/** What the screen shows as a workbook. */
export function useDashboardExport(currency: string | undefined) {
  const t = useTranslations('dashboard')
  const { exporting, start } = useFileExport('/dashboard/export', {
    saved: (name) => t('exported', { name }),
    failed: (reason) => t('exportFailed', { reason }),
  })
  return { exporting, start: () => start({ currency }, `${t('file')}.xlsx`) }
}
