import { sql } from 'kysely'
import type { IngestAnswer } from '../../contract.ts'
import { MOST_ERRORS } from '../../domain/max-errors.ts'
import type { IngestContext } from '../ingest-context.ts'
import { ReadRefusal, type RefusalCode } from '../read/refusal.ts'
import type { Ask } from './ask.ts'
import { nextBatch } from './receive.ts'
import { type LandingCode, LandingRefusal } from './refusal.ts'

/**
 * A refusal leaves its batch in the list when it is about what was sent: whoever looks after the source has to do
 * something about it. These are not: the same batch is being worked on, or has its row already, or the server had no
 * room. Nor is what is refused before a body is looked at (key, permission, address), a dry run, or a fault of the database.
 */
const LEAVES_NONE: ReadonlySet<RefusalCode | LandingCode> = new Set([
  'in_progress',
  'idempotency_mismatch',
  'no_space',
])

type Refusal = ReadRefusal | LandingRefusal

export const leavesBatch = (fault: unknown, { dryRun }: Ask): fault is Refusal =>
  (fault instanceof ReadRefusal || fault instanceof LandingRefusal) &&
  !LEAVES_NONE.has(fault.code) &&
  dryRun !== true

/** Keeps the refusal of what was asked, and its batch's number with it. `received`: rows, as far as it is known. */
export async function keepRefusal(
  context: IngestContext,
  { kind, options }: Ask,
  fault: Refusal,
  received: number,
): Promise<void> {
  const { found, accepted } = fault instanceof ReadRefusal ? fault.details : {}
  const { code, message } = fault
  const refusal = {
    code,
    message,
    ...(found && { found: [...found] }),
    ...(accepted && { accepted: [...accepted] }),
  }
  fault.batchId = await keepRefusedBatch(context, {
    kind,
    options,
    received,
    errors: errorsOf(fault),
    refusal,
  })
}

type RefusedBatch = {
  kind: IngestAnswer['kind']
  options: Record<string, unknown>
  received: number
  errors: IngestAnswer['errors']
  /** `message`: for the sender, in English. */
  refusal: NonNullable<IngestAnswer['refusal']>
}

/**
 * Keeps a refused batch without data, version or Idempotency-Key: nothing of it landed, and the same key may send it again.
 * Administrators see it at once. Returns its number.
 */
export const keepRefusedBatch = (context: IngestContext, refused: RefusedBatch): Promise<number> =>
  context.shortTransaction(async (tx, upstream) => {
    const batch = await nextBatch(tx)
    const answer = refusedAnswer(batch, refused)
    const body = JSON.stringify(answer)
    await sql`insert into portal.ingest_batches
        (id, key_id, source_id, kind, received_at, finished_at, options, result, answer, refusal)
      overriding system value values (${batch}::bigint, ${upstream.keyId}, ${upstream.sourceId}, ${refused.kind},
        ${answer.receivedAt}, clock_timestamp(), ${JSON.stringify(refused.options)}::jsonb, ${body}::jsonb, ${body},
        ${refused.refusal.code})`.execute(tx)
    return batch
  })

/** The rows that a batch was refused for, the first of them. */
export const errorsOf = (fault: Refusal): IngestAnswer['errors'] =>
  fault instanceof LandingRefusal
    ? fault.errors.toSorted((one, other) => one.row - other.row).slice(0, MOST_ERRORS)
    : []

function refusedAnswer(batch: number, { kind, received, errors, refusal }: RefusedBatch): IngestAnswer {
  return {
    ...{ batchId: batch, kind, received, inserted: 0, updated: 0, moved: 0, unchanged: 0, repeated: 0 },
    ...{ stale: 0, deleted: 0, removed: 0, rejected: received, errors, errorsTotal: errors.length },
    ...{ warnings: [], unknownColumns: [], reading: null, sums: [], receivedAt: new Date().toISOString() },
    refusal,
  }
}
