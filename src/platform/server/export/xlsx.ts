import { packageParts } from '../../domain/xlsx/package.ts'
import { columnName, rowXml, sheetBegin, sheetEnd } from '../../domain/xlsx/sheet.ts'
import type { Batches, ExportColumn } from './column.ts'
import { type ZipEntry, zipStream } from './zip-stream.ts'

/** A worksheet ends here; what follows goes on another one. */
const MOST_ROWS = 1_048_576

/** A table of a workbook: its worksheet's name, its columns and its rows. */
export type XlsxTable<Row> = { sheet: string; columns: readonly ExportColumn<Row>[]; batches: Batches<Row> }

/**
 * An XLSX workbook of one table, written while its rows arrive. Heading row bold, fixed and with filters; figures and
 * dates are real ones. Tables of more than a worksheet's rows go on ("Orders 2").
 */
export const xlsxFile = <Row>(
  columns: readonly ExportColumn<Row>[],
  batches: Batches<Row>,
  sheet: string,
  mostRows = MOST_ROWS,
): AsyncGenerator<Uint8Array> => xlsxWorkbook([{ sheet, columns, batches }], mostRows)

/** The same of several tables, a worksheet each, one after the other. */
export const xlsxWorkbook = <Row>(
  tables: readonly XlsxTable<Row>[],
  mostRows = MOST_ROWS,
): AsyncGenerator<Uint8Array> => zipStream(workbook(tables, mostRows))

async function* workbook<Row>(tables: readonly XlsxTable<Row>[], mostRows: number): AsyncGenerator<ZipEntry> {
  const names: string[] = []
  for (const { sheet: sheetName, columns, batches } of tables) {
    const rows = new RowReader(batches)
    const first = names.length
    try {
      do {
        names.push(names.length === first ? sheetName : `${sheetName} ${names.length - first + 1}`)
        yield {
          name: `xl/worksheets/sheet${names.length}.xml`,
          content: sheet(columns, rows, mostRows),
        }
      } while (!(await rows.atEnd()))
    } finally {
      await rows.close()
    }
  }
  yield* packageParts(names)
}

async function* sheet<Row>(
  columns: readonly ExportColumn<Row>[],
  rows: RowReader<Row>,
  mostRows: number,
): AsyncGenerator<string> {
  yield sheetBegin(columns)
  let written = 1
  while (written < mostRows) {
    const some = await rows.take(mostRows - written)
    if (some.length === 0) break
    yield some.map((row, i) => rowXml(columns, row, written + i + 1)).join('')
    written += some.length
  }
  yield sheetEnd(`A1:${columnName(columns.length - 1)}${written}`)
}

/** Reads batches in portions of another size. */
class RowReader<Row> {
  readonly #batches: AsyncIterator<readonly Row[]>
  #waiting: readonly Row[] = []

  constructor(batches: Batches<Row>) {
    this.#batches = batches[Symbol.asyncIterator]()
  }

  /** At least one row and at most so many; none at the end. */
  async take(most: number): Promise<readonly Row[]> {
    if (await this.atEnd()) return []
    const taken = this.#waiting.slice(0, most)
    this.#waiting = this.#waiting.slice(most)
    return taken
  }

  /** Nobody reads on. */
  async close(): Promise<void> {
    await this.#batches.return?.()
  }

  async atEnd(): Promise<boolean> {
    while (this.#waiting.length === 0) {
      const { done, value } = await this.#batches.next()
      if (done) return true
      this.#waiting = value
    }
    return false
  }
}
