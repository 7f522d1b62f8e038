import { createDateOrder, type DateOrderDecision, needsDateOrder } from '../../domain/date-order.ts'
import type { DateOrder } from '../../domain/date-text.ts'
import type { KindDefinition } from '../../domain/kinds/kind.ts'
import { type RawRecord, RecordFault } from './raw-record.ts'

/** How much is held back at most while the order of day and month is open. Daily data decides within a few rows. */
const MOST_ROWS = 20_000
const MOST_CHARACTERS = 4 * 1024 * 1024

export type DateOrderHold = {
  /** Takes rows in, answers those whose dates can be read now. */
  pass(records: readonly RawRecord[], ended: boolean): readonly RawRecord[]
  /** For reading the rows that were let through. */
  order(): DateOrder
  /** What was decided; null while no date needed it. */
  decision(): DateOrderDecision | null
}

/**
 * Holds rows back from the first date that could be read either way until the order is decided, so that it is decided
 * once and for rows that came before as well (C3), in constant memory.
 */
export function createDateOrderHold(kind: KindDefinition, setting: DateOrder = 'dmy'): DateOrderHold {
  const decider = createDateOrder(setting)
  const dates = [...kind.byName.values()]
    .filter(({ column }) => column.type === 'date' || column.type === 'date_or_text')
    .map(({ at }) => at)
  const yearAt = kind.byName.get('Year')?.at ?? -1
  const monthAt = kind.byName.get('Month')?.at ?? -1
  let decision: DateOrderDecision | null = null
  let held: RawRecord[] = []
  let characters = 0

  function observe(record: readonly unknown[]): boolean {
    let waits = false
    for (const at of dates) {
      const cell = record[at]
      if (typeof cell !== 'string' || isIso(cell)) continue
      const text = cell.trim()
      decider.observe(text, numberIn(record[yearAt]), numberIn(record[monthAt]))
      waits ||= needsDateOrder(text)
    }
    return waits
  }

  /** Answers where the decision fell, so that the rows before it are let through with those held. */
  function watch(records: readonly RawRecord[]): RawRecord[] {
    const free: RawRecord[] = []
    for (const [index, record] of records.entries()) {
      const waits = record instanceof RecordFault ? false : observe(record)
      decision = decider.settled() ?? null
      if (!decision && (waits || held.length > 0)) {
        held.push(record)
        characters += record instanceof RecordFault ? 0 : sizeOf(record)
        if (held.length >= MOST_ROWS || characters >= MOST_CHARACTERS) decision = decider.decide()
        if (!decision) continue
      } else if (!decision) {
        free.push(record)
        continue
      } else held.push(record)
      return [...free, ...release(), ...records.slice(index + 1)]
    }
    return free
  }

  function release(): RawRecord[] {
    const released = held
    held = []
    characters = 0
    return released
  }

  return {
    pass(records, ended) {
      const ready = decision || dates.length === 0 ? records : watch(records)
      if (!ended || held.length === 0) return ready
      decision ??= decider.decide()
      return [...ready, ...release()]
    },
    order: () => decision?.order ?? setting,
    decision: () => decision,
  }
}

/** The common case costs one comparison per date. */
const isIso = (text: string) => text.length === 10 && text.charAt(4) === '-'

function numberIn(cell: unknown): number | undefined {
  const value =
    typeof cell === 'number' ? cell : typeof cell === 'string' ? Number.parseInt(cell, 10) : Number.NaN
  return Number.isNaN(value) ? undefined : value
}

const sizeOf = (record: readonly unknown[]) =>
  record.reduce<number>((sum, cell) => sum + (typeof cell === 'string' ? cell.length : 8), 0)
