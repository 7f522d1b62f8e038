import { sql } from 'kysely'
import type { UpstreamActor } from '../../../../platform/server/database/context.ts'
import type { Tx } from '../../../../platform/server/database/tx.ts'
import type { Ask, Ingested } from './ask.ts'
import { LandingRefusal } from './refusal.ts'

/** How long the answer to a request with an Idempotency-Key is given again. */
const KEPT = sql`interval '30 days'`

/**
 * The answer that the same request already had, or nothing when it is new; then nobody else can work on it until this
 * transaction ends. Throws LandingRefusal when somebody is, or when the key was used for another request.
 */
export async function findAnswer(tx: Tx, upstream: UpstreamActor, ask: Ask): Promise<Ingested | undefined> {
  return earlierAnswer(tx, upstream, ask.idempotencyKey, async () => (await ask.fingerprint?.()) ?? null)
}

/** The same, of a request whose fingerprint is known otherwise. */
export async function earlierAnswer(
  tx: Tx,
  upstream: UpstreamActor,
  key: string | undefined,
  fingerprint: () => Promise<Uint8Array | null>,
): Promise<Ingested | undefined> {
  if (key === undefined) return undefined
  // Sent together: what is read is read after the lock.
  const [lock, found] = await Promise.all([
    sql<{ free: boolean }>`select pg_try_advisory_xact_lock(
      hashtextextended(${`${upstream.keyId} ${key}`}, 1768842092)) as free`.execute(tx),
    sql<{ hash: Buffer; answer: string; forgotten: boolean }>`select body_hash as hash, answer,
        received_at < clock_timestamp() - ${KEPT} as forgotten from portal.ingest_batches
      where key_id = ${upstream.keyId} and idempotency_key = ${key}`.execute(tx),
  ])
  if (!lock.rows[0]?.free)
    throw new LandingRefusal('in_progress', 'The same Idempotency-Key is being worked on.')
  const earlier = found.rows[0]
  if (!earlier) return undefined
  if (earlier.forgotten) {
    await sql`update portal.ingest_batches set idempotency_key = null
      where key_id = ${upstream.keyId} and idempotency_key = ${key}`.execute(tx)
    return undefined
  }
  const now = await fingerprint()
  if (!now || !earlier.hash.equals(now))
    throw new LandingRefusal('idempotency_mismatch', 'The Idempotency-Key was used for another request.')
  return { answer: JSON.parse(earlier.answer), body: earlier.answer, replayed: true }
}
