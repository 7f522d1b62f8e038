import { useTranslations } from 'use-intl'
import { ExportMenu } from '../../exports/web/published.ts'
import type { DatasetName } from '../domain/sales-filters.ts'
import type { HistoryFilter } from './figure.ts'

type SalesExportProps = {
  dataset: DatasetName
  filter: HistoryFilter
  /** How many lines stand behind the screen; null: not known yet, or those of another filter. */
  lines: number | null
}

/** About what a screen shows: never many, so its file comes at once. */
const ROWS_OF_SCREEN = 60

/** A sales screen as a file, and the lines that its filters select. */
export function SalesExport({ dataset, filter, lines }: SalesExportProps) {
  const t = useTranslations('sales')
  const tCurrent = useTranslations('currentSales')
  return (
    <ExportMenu
      offers={[
        {
          kind: dataset === 'history' ? 'sales-history' : 'current-sales',
          filter,
          rows: lines === null ? null : ROWS_OF_SCREEN,
          title: t('exportScreen'),
          csv: dataset === 'history' ? t('exportCsv') : tCurrent('exportCsv'),
        },
        {
          kind: 'sales-lines',
          filter: { ...filter, dataset },
          rows: lines,
          title: t('exportLines', { count: lines ?? 0 }),
        },
      ]}
    />
  )
}
