import type { CellKind } from '../../domain/xlsx/column.ts'
import { type CellValue, type ExportColumn, inCurrency } from './column.ts'
import type { XlsxTable } from './xlsx.ts'

/** A table whose rows are all there: heading, kind and width of each column. */
export type PlainTable = {
  sheet: string
  columns: [heading: string, kind: CellKind, width?: number][]
  rows: (readonly CellValue[])[]
}

type Row = readonly CellValue[]

/** What a file is written from: the first table, and the further worksheets of a workbook; with the one currency of all amounts, if it is one. */
export const fromTables = (
  [first, ...others]: readonly [PlainTable, ...PlainTable[]],
  currency: string | null = null,
) => ({
  ...asSheet(first, currency),
  more: others.map((table) => asSheet(table, currency)),
  rows: [first, ...others].reduce((sum, { rows }) => sum + rows.length, 0),
})

const asSheet = ({ sheet, columns, rows }: PlainTable, currency: string | null): XlsxTable<Row> => ({
  sheet,
  columns: columns.map(
    ([heading, kind, width], at): ExportColumn<Row> => ({
      heading,
      kind,
      value: (row) => inCurrency(kind, row[at] ?? null, currency),
      ...(width && { width }),
    }),
  ),
  batches: once(rows),
})

async function* once(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows
}
