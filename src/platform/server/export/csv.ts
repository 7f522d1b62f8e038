import { stringify } from 'csv-stringify/sync'
import { neutralise } from '../../contract/neutralise.ts'
import type { Batches, CellValue, ExportColumn } from './column.ts'

// Without the mark, spreadsheet programs take the file for one in the machine's old code page.
const BYTE_ORDER_MARK = '\uFEFF'

/** CSV as RFC 4180 has it, UTF-8 with a byte order mark; figures with a dot, whatever the language: programs read it. */
export async function* csvFile<Row>(
  columns: readonly ExportColumn<Row>[],
  batches: Batches<Row>,
): AsyncGenerator<Uint8Array> {
  let before = BYTE_ORDER_MARK + lines([columns.map((column) => neutralise(column.heading))])
  for await (const rows of batches) {
    yield Buffer.from(before + lines(rows.map((row) => columns.map((column) => cell(column, row)))))
    before = ''
  }
  if (before) yield Buffer.from(before)
}

const lines = (rows: CellValue[][]): string => stringify(rows, { record_delimiter: '\r\n' })

function cell<Row>({ kind, value }: ExportColumn<Row>, row: Row): CellValue {
  const given = value(row)
  return kind === 'text' && typeof given === 'string' ? neutralise(given) : given
}
