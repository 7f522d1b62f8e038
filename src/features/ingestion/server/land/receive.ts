import { setImmediate as othersTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Handle } from '../../../../platform/server/database/handle.ts'
import { MOST_ERRORS, type RowError } from '../../contract.ts'
import type { Kind } from '../../domain/kinds/kinds.ts'
import type { UpsertRow } from '../../domain/kinds/normalise-row.ts'
import type { Door } from '../door.ts'
import type { ReadRow } from '../read/reading.ts'
import { createStage, type NumberedRow, type PutRows } from '../stage/stage-rows.ts'
import { stageUnread } from '../stage/stage-unread.ts'
import type { Ask } from './ask.ts'

/** Few enough that reading and staging them holds nobody up, and that memory is cleared of them quickly. */
const CHUNK = 1000

export type Reception = {
  received: number
  rejected: number
  errors: RowError[]
  errorsTotal: number
  /** Over the rows that could be read and are no deletions. */
  sums: { quantity: bigint; amount: bigint }
  /** How many rows must be in the stage. */
  staged: number
  /** The number of the batch, when a part of it is staged already. */
  batch: number | undefined
  /** Stages the rows that were not worth a transaction of their own. */
  stageRest(tx: Handle, batch: number): Promise<unknown>
}

/** Reads the body to its end and stages it chunk by chunk; a body of one chunk is left for the landing transaction. */
export async function receive<K extends Kind>(
  door: Door,
  ask: Pick<Ask<K>, 'kind' | 'reading' | 'onProgress' | 'replace'>,
  onSpill: (batch: number) => void,
): Promise<Reception> {
  const prepare = createStage(ask.kind, door)
  const sums = createSums()
  const errors: RowError[] = []
  const counts = { received: 0, rejected: 0, errorsTotal: 0, staged: 0 }
  let batch: number | undefined
  let waiting: NumberedRow<K>[] = []
  let unread: string[] = []
  let staging: Promise<void> = Promise.resolve()

  function take(row: ReadRow<K>) {
    counts.received += 1
    if (row.ok) {
      counts.staged += 1
      waiting.push(row)
      sums.add(row.value)
      return
    }
    counts.rejected += 1
    counts.errorsTotal += row.errors.length
    if (ask.replace && row.key !== null) unread.push(row.key)
    for (const error of row.errors) if (errors.length < MOST_ERRORS) errors.push({ row: row.row, ...error })
  }

  async function put(tx: Handle, putRows: PutRows, keys: string[]): Promise<number> {
    // Not earlier: taking a number gives the transaction one too, and one of those may not wait for a slow sender.
    batch ??= await nextBatch(tx)
    await Promise.all([putRows(tx, batch), stageUnread(tx, batch, keys)])
    return batch
  }

  /** One chunk is written while the next is read; never more, so that memory stays flat. */
  async function spill() {
    await staging
    const [rows, keys] = [waiting, unread]
    waiting = []
    unread = []
    staging = prepare(rows)
      .then((putRows) => door.briefly((tx) => put(tx, putRows, keys)))
      .then(onSpill)
    staging.catch(() => {}) // told by whoever awaits it: the next chunk, or the end
  }

  try {
    for await (const rows of ask.reading.batches()) {
      for (const row of rows) take(row)
      if (waiting.length + unread.length >= CHUNK) await spill()
      ask.onProgress?.(counts.received)
      // What has come already is read without a pause otherwise, while whoever asks for a screen waits.
      await othersTurn()
    }
  } finally {
    await staging
  }
  const putRest = await prepare(waiting)
  return {
    ...counts,
    errors,
    sums: sums.total(),
    batch,
    stageRest: (tx, number) => Promise.all([putRest(tx, number), stageUnread(tx, number, unread)]),
  }
}

export async function nextBatch(tx: Handle): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval('portal.ingest_batches_id_seq') as id`.execute(tx)
  return (rows[0] as { id: number }).id
}

/** Exact whatever the size: the numbers are whole, their sums may be larger than a safe integer. */
function createSums() {
  let quantity = 0n
  let amount = 0n
  return {
    add(row: { op: string }) {
      if (row.op !== 'upsert') return
      const known = row as UpsertRow
      if ('qtyThousandths' in known) quantity += BigInt(known.qtyThousandths ?? 0)
      if ('qtyOrderedThousandths' in known) quantity += BigInt(known.qtyOrderedThousandths ?? 0)
      if ('amountCents' in known) amount += BigInt(known.amountCents)
      if ('totalCents' in known) amount += BigInt(known.totalCents)
    },
    total: () => ({ quantity, amount }),
  }
}
