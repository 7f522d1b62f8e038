import { sql } from 'kysely'
import * as z from 'zod'
import type { Handle } from '../../../platform/server/database/handle.ts'
import { openCursor, sealCursor } from '../../../platform/server/endpoint/cursor.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import type { Asked, TableFile } from '../../../platform/server/export/answer-table-file.ts'
import type { ExportColumn } from '../../../platform/server/export/column.ts'
import { tableKind } from '../../../platform/server/export/table-kind.ts'
import { type ServerLanguage, serverMessages } from '../../../platform/server/http/server-messages.ts'
import { type BatchError, type BatchErrorsFile, upstreamFileContract } from '../contract.ts'

const Cursor = z.tuple([z.int().min(0).max(1_000_000)])

/** The fault in the reader's language; the sentence that upstream got where there are no words for its code. */
function inWords({ code, message, ...rest }: BatchError, language: ServerLanguage): BatchError {
  const words: Record<string, string> = serverMessages(language).rowFaults
  return { ...rest, code, message: words[code] ?? message }
}

async function errorsOf(tx: Handle, batch: number, from: number, most: number): Promise<BatchError[]> {
  const { rows } = await sql<BatchError>`
    select (e.fault ->> 'row')::int as row, e.fault ->> 'field' as field, e.fault ->> 'code' as code, e.fault ->> 'message' as message
      from ingest_batches b, jsonb_array_elements(b.result -> 'errors') with ordinality e (fault, place)
     where b.id = ${batch}::bigint and e.place > ${from} order by e.place limit ${most}`.execute(tx)
  return rows
}

/** How many are kept. 404: there is no such batch. */
async function countErrors(tx: Handle, batch: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select jsonb_array_length(b.result -> 'errors') as n from ingest_batches b
     where b.id = ${batch}::bigint and b.answer is not null`.execute(tx)
  if (!rows[0]) throw refuse(404, 'not_found')
  return rows[0].n
}

/** The faulty rows of a batch in their order, a page of them. */
export async function listErrors(
  tx: Handle,
  { batch, limit, cursor }: { batch: number; limit: number; cursor?: string | undefined },
  language: ServerLanguage,
) {
  const [from] = openCursor(cursor, Cursor) ?? [0]
  const total = await countErrors(tx, batch)
  const rows = await errorsOf(tx, batch, from, limit + 1)
  return {
    items: rows.slice(0, limit).map((fault) => inWords(fault, language)),
    nextCursor: rows.length > limit ? sealCursor([from + limit]) : null,
    total: cursor === undefined ? total : null,
  }
}

async function openErrorsFile({
  tx,
  input: { batch, format },
  language,
}: Asked<BatchErrorsFile>): Promise<TableFile<BatchError>> {
  const words = serverMessages(language).batchErrors
  const rows = await countErrors(tx, batch)
  const column = (heading: 'field' | 'code' | 'message', width: number): ExportColumn<BatchError> => ({
    heading: words.headings[heading],
    kind: 'text',
    value: (fault) => fault[heading],
    width,
  })
  return {
    format,
    rows,
    name: `${words.file}-${batch}`,
    sheet: words.sheet,
    columns: [
      { heading: words.headings.row, kind: 'number', value: ({ row }) => row },
      column('field', 24),
      column('code', 20),
      column('message', 60),
    ],
    batches: said(tx, batch, rows, language),
    act: { objectType: 'ingest_batch', objectId: String(batch), after: { format, rows } },
  }
}

async function* said(tx: Handle, batch: number, rows: number, language: ServerLanguage) {
  if (rows > 0) yield (await errorsOf(tx, batch, 0, rows)).map((fault) => inWords(fault, language))
}

/** `GET /admin/batch-errors/export` */
export const batchErrorsFile = tableKind(upstreamFileContract.errorsExport, openErrorsFile)
