import { type DateOrder, splitDayMonth } from './date-text.ts'

/** What decided: a value over 12, agreement with the row's Year and Month, or the setting. */
export type DateOrderReason = 'value' | 'year_month' | 'setting'

export type DateOrderDecision = { order: DateOrder; reason: DateOrderReason }

export type DateOrderDecider = {
  /** Looks at one date cell; `year` and `month` are those the same row states, where it does. */
  observe(text: string, year?: number, month?: number): void
  /** Set as soon as a value over 12 was seen: nothing later can change it. */
  settled(): DateOrderDecision | undefined
  /** The decision from what was seen so far. The caller asks once and keeps it for the whole file. */
  decide(): DateOrderDecision
}

/**
 * Decides the order of day and month once per file (C3): a value over 12, else the order that agrees with Year and
 * Month in more rows, else `setting`. Keeps counters only, so it works on a stream: the reader shows it rows while
 * they could still be read either way, asks once, and a later row that contradicts is that row's error.
 */
export function createDateOrder(setting: DateOrder = 'dmy'): DateOrderDecider {
  let proof: DateOrderDecision | undefined
  const votes = { dmy: 0, mdy: 0 }
  return {
    observe(text, year, month) {
      const parts = proof ? undefined : splitDayMonth(text)
      if (!parts) return
      const { first, second } = parts
      if (first > 31 || second > 31) return
      if (first > 12 !== second > 12) {
        proof = { order: first > 12 ? 'dmy' : 'mdy', reason: 'value' }
      } else if (first !== second && month !== undefined && (year === undefined || year === parts.year)) {
        if (month === second) votes.dmy += 1
        if (month === first) votes.mdy += 1
      }
    },
    settled: () => proof,
    decide() {
      if (proof) return proof
      if (votes.dmy === votes.mdy) return { order: setting, reason: 'setting' }
      return { order: votes.dmy > votes.mdy ? 'dmy' : 'mdy', reason: 'year_month' }
    },
  }
}

/** Whether this text is a different day in each order, so that it cannot be read before the order is decided. */
export function needsDateOrder(text: string): boolean {
  const parts = splitDayMonth(text)
  return parts !== undefined && parts.first !== parts.second && parts.first <= 12 && parts.second <= 12
}
