import { type RawBuilder, sql } from 'kysely'
import type { UpstreamActor } from '../../../../platform/server/database/context.ts'
import type { Origin } from '../../../../platform/server/records/write-records.ts'
import type { IngestAnswer, RowError } from '../../contract.ts'
import { MOST_ERRORS } from '../../domain/max-errors.ts'
import type { Ask } from './ask.ts'
import type { Plan } from './plan.ts'
import type { Reception } from './receive.ts'

/** What the sender is told of a batch; `body` is the answer's JSON. */
export function answerFor(
  batch: number,
  ask: Ask,
  reception: Reception,
  plan: Plan,
): { answer: IngestAnswer; body: string } {
  const { unknownColumns, reading } = reception
  const { rows, keys } = plan
  const errors = [...reception.errors.map((error) => withKey(error, keys)), ...plan.errors]
  const answer: IngestAnswer = {
    batchId: batch,
    kind: ask.kind,
    received: reception.received,
    inserted: rows.insert,
    updated: rows.update + rows.move,
    moved: rows.move,
    unchanged: rows.unchanged + rows.seen + rows.forgotten + rows.repeated + plan.emptied,
    repeated: rows.repeated,
    stale: rows.stale,
    deleted: rows.delete + plan.removed,
    removed: plan.removed,
    rejected: reception.rejected + plan.errorsTotal,
    errors: errors.sort((a, b) => a.row - b.row).slice(0, MOST_ERRORS),
    errorsTotal: reception.errorsTotal + plan.errorsTotal,
    warnings: [...reception.warnings, ...plan.warnings],
    unknownColumns,
    reading,
    sums: plan.sums,
    receivedAt: new Date().toISOString(),
  }
  return { answer, body: JSON.stringify(answer) }
}

/** A line that could not be read has a number all the same. */
const withKey = (error: RowError, keys: Plan['keys']): RowError =>
  error.key !== undefined || !keys.has(error.row) ? error : { ...error, key: keys.get(error.row) }

/**
 * The records of a landed batch (D9, A10): the batch with its answer; then what is one for all, which everybody else waits
 * for: data as of, versions and events, the audit row last.
 */
export function keepAnswer(
  upstream: UpstreamActor,
  batch: number,
  ask: Ask,
  { fingerprint }: Reception,
  { answer, body }: { answer: IngestAnswer; body: string },
): RawBuilder<unknown>[] {
  const [kept, audited] = keepBatch(upstream, { ...ask, fingerprint }, { answer, body })
  return [
    kept,
    sql`select portal.announce_ingest(${batch}::bigint, ${ask.kind}, portal.take_ingest_plan(${batch}::bigint))`,
    audited,
  ]
}

type Kept = {
  options: Record<string, unknown>
  fingerprint: Uint8Array | null
  idempotencyKey?: string | undefined
  origin?: Origin | undefined
}

/** The batch with its answer, and its row in the audit trail. */
export function keepBatch(
  upstream: UpstreamActor,
  { options, fingerprint, idempotencyKey, origin }: Kept,
  { answer, body }: { answer: IngestAnswer; body: string },
): [RawBuilder<unknown>, RawBuilder<unknown>] {
  const { errors: _, ...counts } = answer
  return [
    sql`insert into portal.ingest_batches (id, key_id, source_id, kind, received_at, finished_at, idempotency_key, body_hash, options,
        result, answer)
      overriding system value values (${answer.batchId}::bigint, ${upstream.keyId}, ${upstream.sourceId}, ${answer.kind}, ${answer.receivedAt},
        clock_timestamp(), ${idempotencyKey ?? null}, ${fingerprint}, ${JSON.stringify(options)}::jsonb, ${body}::jsonb,
        ${body})`,
    sql`select portal.append_audit(0, 'ingest.batch', 'ingest_batch', ${String(answer.batchId)}, null, ${JSON.stringify(counts)}::jsonb,
      ${origin?.traceId ?? null}, null, ${origin?.address ?? null})`,
  ]
}
