import { sql } from 'kysely'
import type { UpstreamActor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import type { IngestAnswer } from '../contract.ts'

/** The answer of a batch as it was sent, for the key that sent it; 404 for every other one. */
export async function getOwnBatch(tx: Tx, upstream: UpstreamActor, id: string): Promise<string> {
  const answer = /^\d{1,15}$/.test(id) ? await findBatch(tx, Number(id), upstream.keyId) : undefined
  if (answer === undefined) throw refuse(404, 'not_found')
  return answer
}

/** The same for people who may look at ingestion; 404 when there is no such batch. */
export async function getBatch(tx: Tx, id: number): Promise<IngestAnswer> {
  const answer = await findBatch(tx, id, null)
  if (answer === undefined) throw refuse(404, 'not_found')
  return withDefaults(JSON.parse(answer))
}

/** Answers from before there were these figures; by their sum, what was deleted without being sent is known. */
function withDefaults(answer: Omit<IngestAnswer, 'removed'> & { removed?: number }): IngestAnswer {
  const { received, inserted, updated, unchanged, stale, deleted, rejected } = answer
  const removed = inserted + updated + unchanged + stale + deleted + rejected - received
  return { ...{ moved: 0, repeated: 0, removed, sums: [] }, ...answer }
}

async function findBatch(tx: Tx, id: number, keyId: number | null): Promise<string | undefined> {
  const { rows } = await sql<{ answer: string }>`select answer from portal.ingest_batches
    where id = ${id}::bigint and (${keyId}::int is null or key_id = ${keyId}::int) and answer is not null`.execute(
    tx,
  )
  return rows[0]?.answer
}
