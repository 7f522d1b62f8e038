import type { Asked, TableFile } from '../../../platform/server/export/answer-table-file.ts'
import { type ExportColumn, type FieldColumn, fieldColumns } from '../../../platform/server/export/column.ts'
import { tableKind } from '../../../platform/server/export/table-kind.ts'
import { serverMessages } from '../../../platform/server/http/server-messages.ts'
import { dateOfAsker } from '../../../platform/server/zone-of-asker.ts'
import { type LotResult, lotsFileContract } from '../contract.ts'
import { type AskedLot, findLot } from './find-lot.ts'
import { readLotResults } from './lot-results.ts'

type Row = LotResult & { lotNo: string; itemNo: string }
type Received = Exclude<
  keyof Row,
  'id' | 'limits' | 'verdict' | 'because' | 'near' | 'laboratoryVerdict' | 'stands'
>
type Ask = AskedLot & { format: 'csv' | 'xlsx' }

const COLUMNS: FieldColumn<Received, Row>[] = [
  ['lotNo', 'text', 16],
  ['itemNo', 'text', 20],
  ['test', 'text', 36],
  ['method', 'text', 16],
  ['specification', 'text', 28],
  ['sample', 'text'],
  ['result', 'text', 16],
  ['comparator', 'text'],
  ['value', 'number'],
  ['unit', 'text'],
  ['testedOn', 'date', 14],
  ['laboratory', 'text', 20],
  ['replaces', 'text', 16],
  ['reason', 'text', 28],
]

/** Every result of a lot, with the verdict in the asker's words. */
async function openResultsFile({ tx, actor, input, language }: Asked<Ask>): Promise<TableFile<Row>> {
  const words = serverMessages(language).lotResults
  const place = await findLot(tx, input)
  const [results, today] = await Promise.all([readLotResults(tx, place), dateOfAsker(tx, actor)])
  const said = (
    field: keyof typeof words.headings,
    value: (row: Row) => string | null,
  ): ExportColumn<Row> => ({ heading: words.headings[field], kind: 'text', value, width: 18 })
  const rows = results.map((result) => ({ ...result, lotNo: place.lotNo, itemNo: place.itemNo }))
  return {
    format: input.format,
    name: `${words.file}-${place.lotNo.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')}-${today}`,
    rows: rows.length,
    sheet: words.sheet,
    columns: [
      ...fieldColumns(COLUMNS, words.headings, (row, field) => row[field]),
      said('min', ({ limits }) => limits.min),
      said('max', ({ limits }) => limits.max),
      said('outcome', ({ verdict, near }) => words.outcomes[near ? 'near' : verdict]),
      said('because', ({ because }) => words.because[because]),
      said('laboratoryVerdict', (row) => row.laboratoryVerdict && words.outcomes[row.laboratoryVerdict]),
      said('stands', ({ stands }) => words.stands[stands ? 'yes' : 'no']),
    ],
    batches: inOne(rows),
    act: {
      objectType: 'lot',
      objectId: place.lotNo,
      after: { lotNo: place.lotNo, format: input.format, language, rows: rows.length },
    },
  }
}

async function* inOne<Row>(rows: Row[]): AsyncGenerator<Row[]> {
  yield rows
}

/** `GET /lot-results/export` */
export const lotResultsFile = tableKind(lotsFileContract.export, openResultsFile)
