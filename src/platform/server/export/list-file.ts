import type { RawBuilder } from 'kysely'
import { readInChunks } from '../database/read-in-chunks.ts'
import { dayIn, timeIn } from '../time-zone.ts'
import { zoneOfAsker } from '../zone-of-asker.ts'
import type { Asked, TableFile } from './answer-table-file.ts'
import type { CellValue, ExportColumn } from './column.ts'

type Column<Row> = (heading: string, value: (row: Row) => CellValue, width?: number) => ExportColumn<Row>
type Columns<Row> = { text: Column<Row>; number: Column<Row>; moment: Column<Row> }

type List<Row> = {
  /** As its screen is called. */
  title: string
  objectType: string
  /** Every row, in order. */
  rows: RawBuilder<Row>
  count: RawBuilder<{ total: number }>
  columns: (kinds: Columns<Row>) => ExportColumn<Row>[]
}

/** A list of people, companies and what they did as a file: every row that the filter selects, its times where the asker is. */
export async function listFile<Row>(
  { tx, actor, input, language }: Asked<{ format: 'csv' | 'xlsx' } & Record<string, unknown>>,
  { title, objectType, rows, count, columns }: List<Row>,
): Promise<TableFile<Row>> {
  const zone = (await zoneOfAsker(tx, actor)) ?? 'UTC'
  const counted = await count.execute(tx)
  const total = counted.rows[0]?.total ?? 0
  const { format } = input
  return {
    format,
    rows: total,
    name: `${title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-')}-${dayIn(zone)}`,
    sheet: title,
    columns: columns(kindsIn(zone)),
    batches: readInChunks(tx, rows),
    act: { objectType, objectId: 'export', after: { ...input, language, rows: total } },
  }
}

const kindsIn = <Row>(zone: string): Columns<Row> => ({
  text: (heading, value, width = 24) => ({ heading, kind: 'text', value, width }),
  number: (heading, value, width = 12) => ({ heading, kind: 'number', value, width }),
  moment: (heading, value, width = 20) => ({
    heading: `${heading} (${zone})`,
    kind: 'text',
    value: (row) => {
      const at = value(row)
      return at === null ? null : timeIn(zone, Date.parse(String(at)))
    },
    width,
  }),
})
