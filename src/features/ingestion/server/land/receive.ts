import { sql } from 'kysely'
import type { Tx } from '../../../../platform/server/database/tx.ts'
import type { Body, BodyEnd, Chunk } from '../body/body.ts'
import { CHUNK } from '../body/make-ready.ts'
import type { IngestContext } from '../ingest-context.ts'
import { createStage, type PutRows } from '../stage/stage-rows.ts'
import { countUnread, stageUnread, type Unread } from '../stage/stage-unread.ts'
import type { Ask } from './ask.ts'

export type Reception = BodyEnd & {
  /** The number of the batch, when a part of it is staged already. */
  batch: number | undefined
  /** Whether lines came that are numbered within their parents. */
  numbered: boolean
  /** Stages the rows that were not worth a transaction of their own. */
  stageRest(tx: Tx, batch: number): Promise<unknown>
}

/** Reads the body to its end and stages it chunk by chunk; what is less than one is left for the landing transaction. */
export async function receive(
  context: IngestContext,
  { kind, onProgress }: Pick<Ask, 'kind' | 'onProgress'>,
  body: Body,
  onSpill: (batch: number) => void,
): Promise<Reception> {
  const prepare = createStage(kind, context)
  let batch: number | undefined
  let putRest: PutRows = async () => {}
  let unreadRest: Unread = { unread: [], unreadLines: [] }
  let numbered = false
  let staging: Promise<void> = Promise.resolve()

  async function put(tx: Tx, putRows: PutRows, unread: Unread): Promise<number> {
    // Not earlier: taking a number gives the transaction one too, and one of those may not wait for a slow sender.
    batch ??= await nextBatch(tx)
    await Promise.all([putRows(tx, batch), stageUnread(tx, batch, unread)])
    return batch
  }

  /** One chunk is written while the next is read; never more, so that memory stays flat. */
  async function spill(chunk: Chunk) {
    await staging
    staging = prepare(chunk)
      .then((putRows) => context.shortTransaction((tx) => put(tx, putRows, chunk)))
      .then(onSpill)
    staging.catch(() => {}) // told by whoever awaits it: the next chunk, or the end
  }

  try {
    for await (const chunk of body.chunks()) {
      onProgress?.(chunk.received)
      numbered ||= chunk.parents !== null || chunk.unreadLines.length > 0
      if (chunk.rows + countUnread(chunk) >= CHUNK) await spill(chunk)
      else {
        putRest = await prepare(chunk)
        unreadRest = chunk
      }
    }
  } finally {
    await staging
  }
  return {
    ...body.end(),
    batch,
    numbered,
    stageRest: (tx, number) => Promise.all([putRest(tx, number), stageUnread(tx, number, unreadRest)]),
  }
}

export async function nextBatch(tx: Tx): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval('portal.ingest_batches_id_seq') as id`.execute(tx)
  return (rows[0] as { id: number }).id
}
