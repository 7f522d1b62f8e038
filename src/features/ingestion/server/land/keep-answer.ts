import { sql } from 'kysely'
import type { UpstreamActor } from '../../../../platform/server/database/context.ts'
import type { Handle } from '../../../../platform/server/database/handle.ts'
import { type IngestAnswer, MOST_ERRORS } from '../../contract.ts'
import type { Kind } from '../../domain/kinds/kinds.ts'
import type { Ask, Ingested } from './ask.ts'
import type { Plan } from './plan.ts'
import type { Reception } from './receive.ts'

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
