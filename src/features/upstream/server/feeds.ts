import { sql } from 'kysely'
import type { Tx } from '../../../platform/server/database/tx.ts'
import type { Act } from '../../../platform/server/records/write-records.ts'
import { INGEST_KINDS, type IngestKind } from '../../ingestion/contract.ts'
import type { FeedExpectation } from '../contract.ts'

/** A kind without an expectation of its own: a nightly run with some room (B8). */
const USUAL_SECONDS = 93_600

/** Every kind of rows, also those that never came. */
export async function listExpectations(tx: Tx, only?: IngestKind): Promise<FeedExpectation[]> {
  const { rows } = await sql<FeedExpectation>`
    select k.kind, f.last_batch_at as "lastBatchAt",
           ((case when e.kind is null then ${USUAL_SECONDS}::int else e.expected_seconds end) / 3600.0)::float8 as hours
      from unnest(${[...INGEST_KINDS]}::text[]) with ordinality k (kind, place)
      left join feeds f on f.kind = k.kind
      left join feed_expectations e on e.kind = k.kind
     where ${only ?? null}::text is null or k.kind = ${only ?? null}::text
     order by k.place`.execute(tx)
  return rows
}

/** Whoever looks at fresh data sees the change when it looks anew; administrators at once. */
export async function expectFeed(
  tx: Tx,
  { kind, hours }: { kind: IngestKind; hours: number | null },
  record: (act: Act) => void,
): Promise<FeedExpectation> {
  const [before] = await listExpectations(tx, kind)
  const row = { kind, expected_seconds: hours === null ? null : hours * 3600 }
  await tx
    .insertInto('feed_expectations')
    .values(row)
    .onConflict((known) => known.column('kind').doUpdateSet(row))
    .execute()
  record({
    objectType: 'feed',
    objectId: kind,
    before: { hours: before?.hours ?? null },
    after: { hours },
    event: { topic: 'feed_expectations', tenantId: 0 },
  })
  return (await listExpectations(tx, kind))[0] as FeedExpectation
}
