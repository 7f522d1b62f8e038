import type { RowError } from '../../contract.ts'
import { type FieldsByKind, isSalesKind, type Kind, type SalesKind } from '../../domain/kinds/kinds.ts'
import type { NormalisedRow, UpsertRow } from '../../domain/kinds/normalise-row.ts'
import { MOST_ERRORS } from '../../domain/most-errors.ts'
import type { Reading, ReadRow } from '../read/reading.ts'
import { createRawRows, keptHeadings } from '../rejected/raw-rows.ts'
import { arrayLiteral } from './array-literal.ts'
import type { Body, Chunk, Names, UnreadLine } from './body.ts'
import { STAGED_COLUMNS, type StagedColumn } from './staged-columns.ts'

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
  let waiting: Good<K>[] = []
  let unread: string[] = []
  let unreadLines: UnreadLine[] = []

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
    const { row: number, line, parent, key } = row
    if (key === null) counts.nameless += 1
    else if (parent !== null) unreadLines.push({ row: number, line, parent })
    else if (replaces) unread.push(key)
    if (errors.length < MOST_ERRORS && row.raw) raw.add(number, row.raw)
    for (const error of row.errors)
      if (errors.length < MOST_ERRORS)
        errors.push({ row: number, line, ...(key !== null && parent === null && { key }), ...error })
  }

  function chunk(): Chunk {
    const made = { received: counts.received, ...arraysOf(kind, waiting), unread, unreadLines }
    waiting = []
    unread = []
    unreadLines = []
    return made
  }

  return {
    async *chunks() {
      for await (const rows of reading.batches()) {
        for (const row of rows) take(row)
        if (waiting.length + unread.length + unreadLines.length >= CHUNK) yield chunk()
      }
      if (waiting.length + unread.length + unreadLines.length > 0) yield chunk()
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

type Good<K extends Kind> = { row: number; line: number; parent: string | null; value: NormalisedRow<K> }

function arraysOf<K extends Kind>(
  kind: K,
  rows: readonly Good<K>[],
): Omit<Chunk, 'received' | 'unread' | 'unreadLines'> {
  const ofKind: readonly StagedColumn<FieldsByKind[K]>[] = STAGED_COLUMNS[kind]
  const values = rows.map(({ value }) => value)
  return {
    rows: rows.length,
    rowNumbers: arrayLiteral(rows, ({ row }) => row),
    lines: arrayLiteral(rows, ({ line }) => line),
    parents: rows.some(({ parent }) => parent !== null) ? arrayLiteral(rows, ({ parent }) => parent) : null,
    keys: arrayLiteral(values, ({ key }) => key),
    deletions: arrayLiteral(values, ({ op }) => op === 'delete'),
    updatedAt: arrayLiteral(values, ({ updatedAt }) => updatedAt),
    columns: ofKind.map(({ value }) =>
      arrayLiteral(values, (row) => (row.op === 'delete' ? null : value(row as UpsertRow<K>))),
    ),
    names: isSalesKind(kind)
      ? {
          items: namesOf(values, ({ itemNo, itemName }) => [itemNo ?? '', itemName ?? '']),
          customers: namesOf(values, ({ clientCode, customerName }) => [
            clientCode ?? '',
            customerName ?? '',
          ]),
        }
      : null,
  }
}

function namesOf(
  values: readonly { op: string }[],
  pairOf: (sale: FieldsByKind[SalesKind]) => readonly [string, string],
): Names {
  const places = new Map<string, number>()
  const pairs: Names['pairs'] = []
  const at = values.map((value) => {
    if (value.op === 'delete') return null
    const pair = pairOf(value as unknown as UpsertRow<SalesKind>)
    const name = pair.join('\0')
    const known = places.get(name)
    if (known !== undefined) return known
    places.set(name, pairs.length)
    return pairs.push(pair) - 1
  })
  return { pairs, at }
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
