import { sql } from 'kysely'
import type { UpstreamActor } from '../../../../platform/server/database/context.ts'
import type { Handle } from '../../../../platform/server/database/handle.ts'
import { type IngestAnswer, MOST_ERRORS } from '../../contract.ts'
import type { Kind } from '../../domain/kinds/kinds.ts'
import type { Plan } from './apply-batch.ts'
import type { Ask, Ingested } from './ingest.ts'
import type { Reception } from './receive.ts'
import { LandingRefusal } from './refusal.ts'

/** How long the answer to a request with an Idempotency-Key is given again. */
const KEPT = sql`interval '30 days'`

/**
 * The answer that the same request already had, or nothing when it is new; then nobody else can work on it until this
 * transaction ends. Throws LandingRefusal when somebody is, or when the key was used for another request.
 */
export async function findAnswer<K extends Kind>(
  tx: Handle,
  upstream: UpstreamActor,
  ask: Ask<K>,
): Promise<Ingested | undefined> {
  const { idempotencyKey: key } = ask
  if (key === undefined) return undefined
  const { rows: locks } = await sql<{ free: boolean }>`select pg_try_advisory_xact_lock(
    hashtextextended(${`${upstream.keyId} ${key}`}, 1768842092)) as free`.execute(tx)
  if (!locks[0]?.free) throw new LandingRefusal('in_progress', 'The same Idempotency-Key is being worked on.')
  await sql`update portal.ingest_batches set idempotency_key = null
    where key_id = ${upstream.keyId} and idempotency_key = ${key} and received_at < clock_timestamp() - ${KEPT}`.execute(
    tx,
  )
  const { rows } = await sql<{
    hash: Buffer
    answer: string
  }>`select body_hash as hash, answer from portal.ingest_batches
    where key_id = ${upstream.keyId} and idempotency_key = ${key}`.execute(tx)
  const earlier = rows[0]
  if (!earlier) return undefined
  for await (const _ of ask.reading.batches()) {
    // Only the hash of the body is wanted, which is known when it was read.
  }
  if (!ask.fingerprint()?.equals(earlier.hash))
    throw new LandingRefusal('idempotency_mismatch', 'The Idempotency-Key was used for another request.')
  return { answer: JSON.parse(earlier.answer), body: earlier.answer, replayed: true }
}

/** The records of a landed batch: data as of, versions and events, the batch with its answer, the audit row last (D9, A10). */
export async function keepAnswer<K extends Kind>(
  tx: Handle,
  upstream: UpstreamActor,
  batch: number,
  ask: Ask<K>,
  { reception, plan, touched }: { reception: Reception; plan: Plan; touched: number[] },
): Promise<Ingested> {
  const { kind } = ask
  const { warnings, unknownColumns } = ask.reading.summary()
  const { rows } = plan
  const answer: IngestAnswer = {
    batchId: batch,
    kind,
    received: reception.received,
    inserted: rows.insert,
    updated: rows.update + rows.move,
    unchanged: rows.unchanged + rows.seen + rows.forgotten,
    stale: rows.stale,
    deleted: rows.delete + plan.replaced,
    rejected: reception.rejected + plan.errorsTotal,
    errors: [...reception.errors, ...plan.errors].sort((a, b) => a.row - b.row).slice(0, MOST_ERRORS),
    errorsTotal: reception.errorsTotal + plan.errorsTotal,
    warnings,
    unknownColumns,
    receivedAt: new Date().toISOString(),
  }
  const body = JSON.stringify(answer)
  const { errors: _, ...counts } = answer
  await Promise.all([
    sql`select portal.announce_ingest(${batch}::bigint, ${kind}, ${touched}::int[])`.execute(tx),
    sql`insert into portal.feeds (kind, last_batch_at) values (${kind}, clock_timestamp())
      on conflict (kind) do update set last_batch_at = excluded.last_batch_at`.execute(tx),
    sql`insert into portal.ingest_batches (id, key_id, source_id, kind, received_at, finished_at, idempotency_key, body_hash, options,
        result, answer)
      overriding system value values (${batch}::bigint, ${upstream.keyId}, ${upstream.sourceId}, ${kind}, ${answer.receivedAt},
        clock_timestamp(), ${ask.idempotencyKey ?? null}, ${ask.fingerprint()}, ${JSON.stringify(ask.options)}::jsonb, ${body}::jsonb,
        ${body})`.execute(tx),
    sql`select portal.append_audit(0, 'ingest.batch', 'ingest_batch', ${String(batch)}, null, ${JSON.stringify(counts)}::jsonb,
      ${ask.traceId ?? null})`.execute(tx),
  ])
  return { answer, body, replayed: false }
}
