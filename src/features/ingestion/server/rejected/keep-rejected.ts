import { sql } from 'kysely'
import type { RowError } from '../../contract.ts'
import type { Body, BodyEnd } from '../body/body.ts'
import type { IngestContext } from '../ingest-context.ts'
import type { RowSeal } from './row-seal.ts'

/** In bytes, of all batches of a source: the oldest go first. */
const MOST_OF_SOURCE = 32 * 1024 * 1024

type Sent = { body: Body; end: Pick<BodyEnd, 'errors' | 'headings' | 'rawRows'> }

/**
 * Keeps the rows that a batch's errors name as they stood in the body. Those that only landing rejected are read once more.
 * The batch is on record by then: nobody else waits for this.
 */
export async function keepRejected(
  context: IngestContext,
  seal: RowSeal,
  batch: number,
  errors: readonly RowError[],
  { body, end }: Sent,
): Promise<void> {
  const named = new Set(errors.map(({ row }) => row))
  const read = new Set(end.errors.map(({ row }) => row))
  const again = [...named].filter((row) => !read.has(row))
  const rows = [
    ...end.rawRows.filter(({ row }) => named.has(row)),
    ...(again.length > 0 ? await body.rowsAgain(again) : []),
  ]
  if (rows.length === 0) return
  const sealed = seal.seal(batch, { headings: end.headings, rows })
  await context.shortTransaction(async (tx, { sourceId }) => {
    await sql`insert into portal.rejected_rows (batch, source_id, row_numbers, sealed)
      values (${batch}::bigint, ${sourceId}::smallint, ${rows.map(({ row }) => row)}::int[], ${sealed})`.execute(
      tx,
    )
    await sql`delete from portal.rejected_rows r
      using (select k.batch, sum(k.bytes) over (order by k.batch desc) as total
               from portal.rejected_rows k where k.source_id = ${sourceId}::smallint) of_source
      where r.batch = of_source.batch and of_source.total > ${MOST_OF_SOURCE}`.execute(tx)
  })
}
