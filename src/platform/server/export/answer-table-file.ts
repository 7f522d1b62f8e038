import type * as z from 'zod'
import type { EndpointMeta } from '../../contract/endpoint.ts'
import type { Http } from '../http/request-context.ts'
import type { Act } from '../records/write-records.ts'
import type { AnswerFile, Asked } from './answer-file.ts'
import type { Batches, ExportColumn } from './column.ts'
import { csvFile } from './csv.ts'
import { type XlsxTable, xlsxWorkbook } from './xlsx.ts'

export type { Asked }

export type TableFile<Row> = {
  format: 'csv' | 'xlsx'
  /** Without its ending. */
  name: string
  /** How many there are, of all its tables. */
  rows: number
  sheet: string
  columns: readonly ExportColumn<Row>[]
  batches: Batches<Row>
  /** Further worksheets of a workbook. */
  more?: readonly XlsxTable<Row>[]
  /** What the audit keeps of it: what was asked for and how many rows that is. */
  act: Act
}

export type AnswerTableFile = ReturnType<typeof createTableAnswers>

/** Tables as files, streamed from a cursor. */
export const createTableAnswers =
  (answerFile: AnswerFile) =>
  <Schema extends z.ZodType, Row>(
    c: Http,
    endpoint: { meta: EndpointMeta; input: Schema },
    open: (asked: Asked<z.output<Schema>>) => Promise<TableFile<Row>>,
  ): Promise<Response> =>
    answerFile(c, endpoint, async (asked) => {
      const file = await open(asked)
      return {
        name: `${file.name}.${file.format}`,
        type: FILE_TYPES[file.format],
        rows: file.rows,
        act: file.act,
        begin: async () => bytesOf({ ...file, batches: await begun(file.batches) }),
      }
    })

/** The same batches, with the first of them there: until then a fault is still told as a problem. */
async function begun<Row>(batches: Batches<Row>): Promise<Batches<Row>> {
  const iterator = batches[Symbol.asyncIterator]()
  let first: IteratorResult<readonly Row[]> | undefined = await iterator.next()
  return {
    [Symbol.asyncIterator]: () => ({
      next: async () => {
        const next = first ?? (await iterator.next())
        first = undefined
        return next
      },
      return: async () => (await iterator.return?.()) ?? { done: true, value: undefined },
    }),
  }
}

/** The file itself; of several tables, a CSV holds the first. */
export const bytesOf = <Row>({ format, sheet, columns, batches, more = [] }: TableFile<Row>) =>
  format === 'csv' ? csvFile(columns, batches) : xlsxWorkbook([{ sheet, columns, batches }, ...more])

/** What each format is, over HTTP. */
export const FILE_TYPES = {
  csv: 'text/csv; charset=utf-8; header=present',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}
