import type { ChartSeries } from './chart-data.ts'
import { type SaveAs, SaveMenu } from './save-menu.tsx'

/** What can be saved of a table: a column a series, as the wire has the figures. */
export type SavedColumn = Pick<ChartSeries, 'name' | 'values' | 'kind'>

type SaveFiguresProps = SaveAs & {
  heading: string
  /** Names of the rows; a year is a number. */
  rows: readonly (string | number)[]
  columns: readonly SavedColumn[]
}

/** A table as it stands, as figures for other programs and as a workbook. */
export const SaveFigures = ({ heading, rows, columns, ...saveAs }: SaveFiguresProps) => (
  <SaveMenu
    {...saveAs}
    data={() => ({
      categoryTitle: heading,
      categories: rows.map((row, at) => ({
        key: String(at),
        label: String(row),
        ...(typeof row === 'number' && { value: row }),
      })),
      series: columns.map((column, at) => ({ ...column, key: String(at), format: String })),
    })}
  />
)
