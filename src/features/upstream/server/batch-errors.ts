import { sql } from 'kysely'
import * as z from 'zod'
import { containsTyped } from '../../../platform/domain/search-term.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { openCursor, sealCursor } from '../../../platform/server/endpoint/cursor.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import type { Asked, TableFile } from '../../../platform/server/export/answer-table-file.ts'
import type { ExportColumn } from '../../../platform/server/export/column.ts'
import { tableKind } from '../../../platform/server/export/table-kind.ts'
import { type ServerLanguage, serverMessages } from '../../../platform/server/http/server-messages.ts'
import type { RejectedRows, RowSeal } from '../../ingestion/server/published.ts'
import { type BatchError, type BatchErrorsFile, upstreamFileContract } from '../contract.ts'
import { openRows } from './rejected-rows.ts'

const Cursor = z.tuple([z.int().min(0).max(1_000_000)])

/** The fault in the reader's language; the sentence that upstream got where there are no words for its code. */
function inWords({ code, message, ...rest }: BatchError, language: ServerLanguage): BatchError {
  const words: Record<string, string> = serverMessages(language).rowFaults
  return { ...rest, code, message: words[code] ?? message }
}

async function errorsOf(tx: Tx, batch: number, from: number, most: number): Promise<BatchError[]> {
  const { rows } = await sql<BatchError>`
    select (e.fault ->> 'row')::int as row, (e.fault ->> 'line')::int as line, replace(e.fault ->> 'key', chr(31), ' ') as key, e.fault ->> 'field' as field, e.fault ->> 'code' as code, e.fault ->> 'message' as message,
           coalesce((e.fault ->> 'row')::int = any (k.row_numbers), false) as kept
      from ingest_batches b left join rejected_rows k on k.batch = b.id
     cross join jsonb_array_elements(b.result -> 'errors') with ordinality e (fault, place)
     where b.id = ${batch}::bigint and e.place > ${from} order by e.place limit ${most}`.execute(tx)
  return rows
}

/** How many are kept. 404: there is no such batch. */
async function countErrors(tx: Tx, batch: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select jsonb_array_length(b.result -> 'errors') as n from ingest_batches b
     where b.id = ${batch}::bigint and b.answer is not null`.execute(tx)
  if (!rows[0]) throw refuse(404, 'not_found')
  return rows[0].n
}

/** The faulty rows of a batch in their order, a page of them. */
export async function listErrors(
  tx: Tx,
  ask: { batch: number; search?: string | undefined; limit: number; cursor?: string | undefined },
  language: ServerLanguage,
) {
  const { batch, search, limit, cursor } = ask
  const [from] = openCursor(cursor, Cursor) ?? [0]
  const kept = await countErrors(tx, batch)
  // What is said of a fault is known here alone: a search reads all that are kept, a thousand at most.
  const [rows, total] =
    search === undefined
      ? [(await errorsOf(tx, batch, from, limit + 1)).map((fault) => inWords(fault, language)), kept]
      : await found(tx, { batch, kept, search, from, language })
  return {
    items: rows.slice(0, limit),
    nextCursor: rows.length > limit ? sealCursor([from + limit]) : null,
    total: cursor === undefined ? total : null,
  }
}

/** The faults that the search finds, from a place among them, and how many there are. */
async function found(
  tx: Tx,
  ask: { batch: number; kept: number; search: string; from: number; language: ServerLanguage },
): Promise<[BatchError[], number]> {
  const all = (await errorsOf(tx, ask.batch, 0, ask.kept)).map((fault) => inWords(fault, ask.language))
  const fits = all.filter(
    ({ row, line, key, field, code, message }) =>
      [String(row), String(line)].includes(ask.search) ||
      containsTyped(`${key ?? ''}\n${field ?? ''}\n${code}\n${message}`, ask.search),
  )
  return [fits.slice(ask.from), fits.length]
}

async function openErrorsFile(
  { tx, input: { batch, format }, language }: Asked<BatchErrorsFile>,
  seal: RowSeal,
): Promise<TableFile<BatchError>> {
  const words = serverMessages(language).batchErrors
  const rows = await countErrors(tx, batch)
  const kept = await openRows(tx, batch, seal)
  const column = (
    heading: 'key' | 'field' | 'code' | 'message',
    width: number,
  ): ExportColumn<BatchError> => ({
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
      { heading: words.headings.line, kind: 'number', value: ({ line }) => line },
      column('key', 24),
      column('field', 24),
      column('code', 20),
      column('message', 60),
      ...rawColumns(kept, words.asSent),
    ],
    batches: said(tx, batch, rows, language),
    act: { objectType: 'ingest_batch', objectId: String(batch), after: { format, rows } },
  }
}

/** The cells of the rows as they were sent, as far as they are kept. */
function rawColumns(kept: RejectedRows | null, asSent: string): ExportColumn<BatchError>[] {
  if (!kept) return []
  const cells = new Map(kept.rows.map((row) => [row.row, row.cells]))
  const width = kept.rows.reduce((most, row) => Math.max(most, row.cells.length), 0)
  return Array.from({ length: width }, (_, at) => ({
    heading: asSent.replace('{column}', kept.headings?.[at] || String(at + 1)),
    kind: 'text',
    value: ({ row }) => cells.get(row)?.[at] ?? null,
    width: 20,
  }))
}

async function* said(tx: Tx, batch: number, rows: number, language: ServerLanguage) {
  if (rows > 0) yield (await errorsOf(tx, batch, 0, rows)).map((fault) => inWords(fault, language))
}

/** `GET /admin/batch-errors/export` */
export const batchErrorsFile = (seal: RowSeal) =>
  tableKind(upstreamFileContract.errorsExport, (asked) => openErrorsFile(asked, seal))
