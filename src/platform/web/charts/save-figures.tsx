import { IconDownload } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { saveBlob } from '../api/download.ts'
import { IconButton } from '../kit/icon-button.tsx'
import { chartCsv } from './chart-csv.ts'
import type { ChartData } from './chart-data.ts'

/** What can be saved of a table: a column a series, as the wire has the figures. */
export type SavedColumn = Pick<ChartData['series'][number], 'name' | 'values'>

type SaveFiguresProps = {
  /** Of the table. */
  title: string
  /** Without its ending. */
  fileName: string
  heading: string
  rows: readonly string[]
  columns: readonly SavedColumn[]
}

/** A table as it stands, as CSV. */
export function SaveFigures({ title, fileName, heading, rows, columns }: SaveFiguresProps) {
  const t = useTranslations('ui.chart')
  const save = () => {
    const csv = chartCsv({
      categoryTitle: heading,
      categories: rows.map((label, at) => ({ key: String(at), label })),
      series: columns.map(({ name, values }, at) => ({ key: String(at), name, values, format: String })),
    })
    saveBlob(new Blob([csv], { type: 'text/csv' }), `${fileName}.csv`)
  }
  return (
    <IconButton label={`${title}: ${t('exportCsv')}`} onClick={save}>
      <IconDownload size={18} stroke={1.75} />
    </IconButton>
  )
}
