import type { RowError } from '../../contract.ts'
import type { Kind } from '../../domain/kinds/kinds.ts'
import type { UpsertRow } from '../../domain/kinds/normalise-row.ts'
import { MOST_ERRORS } from '../../domain/max-errors.ts'
import type { Reading, ReadRow } from '../read/reading.ts'
import { createRawRows, keptHeadings } from '../rejected/raw-rows.ts'
import type { Body, Chunk, UnreadLine } from './body.ts'
import { collectChunk } from './collect-chunk.ts'

/** Few enough that staging them holds nobody up, and that memory is cleared of them quickly. */
export const CHUNK = 1000

export type ReadyOptions = {
  /** Whether keys of faulty rows are wanted. */
  replaces: boolean
  /** Asked when the reading has ended. */
  fingerprint?: () => Uint8Array
}

/** Makes the rows of a reading ready for the stage. Only computes: no database, no file, no clock. */
export function makeReady<K extends Kind>(
  kind: K,
  reading: Pick<Reading<K>, 'batches' | 'summary' | 'rowsAgain' | 'close'>,
  { replaces, fingerprint }: ReadyOptions,
): Body {
  const sums = createSums()
  const errors: RowError[] = []
  const raw = createRawRows()
  const counts = { received: 0, rejected: 0, nameless: 0, errorsTotal: 0, staged: 0 }
  let collected = collectChunk(kind)
  let unread: string[] = []
  let unreadLines: UnreadLine[] = []

  /** Answers whether the row is good. */
  function take(row: ReadRow<K>): row is ReadRow<K> & { ok: true } {
    counts.received += 1
    if (row.ok) {
      counts.staged += 1
      sums.add(row.value)
      return true
    }
    counts.rejected += 1
    counts.errorsTotal += row.errors.length
    const { row: number, line, parent, key } = row
    if (key === null) counts.nameless += 1
    else if (parent !== null) unreadLines.push({ row: number, line, parent })
    else if (replaces) unread.push(key)
    if (errors.length < MOST_ERRORS && row.raw) raw.add(number, row.raw)
    for (const error of row.errors)
      if (errors.length < MOST_ERRORS)
        errors.push({ row: number, line, ...(key !== null && parent === null && { key }), ...error })
    return false
  }

  const waiting = () => collected.size() + unread.length + unreadLines.length

  function chunk(): Chunk {
    const made = { received: counts.received, ...collected.chunk(), unread, unreadLines }
    collected = collectChunk(kind)
    unread = []
    unreadLines = []
    return made
  }

  return {
    async *chunks() {
      for await (const rows of reading.batches()) {
        collected.add(rows.filter(take))
        if (waiting() >= CHUNK) yield chunk()
      }
      if (waiting() > 0) yield chunk()
    },
    end() {
      const { warnings, unknownColumns, headings, reading: report } = reading.summary()
      return {
        ...counts,
        errors,
        headings: keptHeadings(headings),
        rawRows: raw.rows,
        sums: sums.total(),
        warnings,
        unknownColumns,
        reading: report,
        fingerprint: fingerprint?.() ?? null,
      }
    },
    rowsAgain: reading.rowsAgain,
    close: reading.close,
  }
}

/** Exact whatever the size: the numbers are whole, their sums may be larger than a safe integer. */
function createSums() {
  const quantity = createSum()
  const amount = createSum()
  return {
    add(row: { op: string }) {
      if (row.op !== 'upsert') return
      const known = row as UpsertRow
      if ('qtyThousandths' in known) quantity.add(known.qtyThousandths ?? 0)
      if ('qtyOrderedThousandths' in known) quantity.add(known.qtyOrderedThousandths ?? 0)
      if ('amountCents' in known) amount.add(known.amountCents)
      if ('totalCents' in known) amount.add(known.totalCents)
    },
    total: () => ({ quantity: quantity.total(), amount: amount.total() }),
  }
}

/** Of safe integers: a big integer is made only of what a number can no longer hold. */
function createSum() {
  let large = 0n
  let small = 0
  return {
    add(value: number) {
      const sum = small + value
      if (Number.isSafeInteger(sum)) small = sum
      else {
        large += BigInt(small)
        small = value
      }
    },
    total: () => large + BigInt(small),
  }
}
