import type { CellKind } from '../../domain/xlsx/column.ts'
import type { CellValue, ExportColumn } from './column.ts'
import type { XlsxTable } from './xlsx.ts'

/** A table whose rows are all there: heading, kind and width of each column. */
export type PlainTable = {
  sheet: string
  columns: [heading: string, kind: CellKind, width?: number][]
  rows: (readonly CellValue[])[]
}

type Row = readonly CellValue[]

/** What a file is written from: the first table, and the further worksheets of a workbook. */
export const fromTables = ([first, ...others]: readonly [PlainTable, ...PlainTable[]]) => ({
  ...asSheet(first),
  more: others.map(asSheet),
  rows: [first, ...others].reduce((sum, { rows }) => sum + rows.length, 0),
})

const asSheet = ({ sheet, columns, rows }: PlainTable): XlsxTable<Row> => ({
  sheet,
  columns: columns.map(
    ([heading, kind, width], at): ExportColumn<Row> => ({
      heading,
      kind,
      value: (row) => row[at] ?? null,
      ...(width && { width }),
    }),
  ),
  batches: once(rows),
})

async function* once(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows
}
