import { type DateOrder, splitDayMonth } from './date-text.ts'
import { quoted } from './number-grammar.ts'

/** What decided: a value over 12, agreement with the row's Year and Month, the setting, or what was decided before. */
export type DateOrderReason = 'value' | 'year_month' | 'setting' | 'remembered'

/** `cell` and `line` are the first that speak for it, where cells of the file do. */
export type DateOrderDecision = { order: DateOrder; because: DateOrderReason; cell?: string; line?: number }

/** `decision` is null where no date of the file needed it. */
export type DateOrderJudgement =
  | { ok: true; decision: DateOrderDecision | null }
  | { ok: false; code: 'date_order_unclear'; message: string }

export type DateEvidence = {
  /** Looks at one date cell; `year` and `month` are those the same row states, where it does. */
  observe(text: string, line: number, year?: number, month?: number): void
  decide(settings: {
    setting?: DateOrder | undefined
    remembered?: DateOrder | undefined
  }): DateOrderJudgement
}

type Order = 'dmy' | 'mdy'
type Seen = { cell: string; line: number }
const ORDERS: readonly Order[] = ['dmy', 'mdy']
const other = (order: Order): Order => (order === 'dmy' ? 'mdy' : 'dmy')

/** Counts what the dates of a file say about the order of day and month, in constant memory, and decides once (C3). */
export function createDateEvidence(): DateEvidence {
  const proofs = { dmy: 0, mdy: 0 }
  const first: Partial<Record<Order, Seen>> = {}
  const votes = { dmy: 0, mdy: 0 }
  const open: Seen[] = []
  let needed = 0

  return {
    observe(text, line, year, month) {
      const parts = splitDayMonth(text)
      if (!parts) return
      const { first: one, second: two } = parts
      if (one > 31 || two > 31 || one === two) return
      if (one > 12 || two > 12) {
        if (one > 12 && two > 12) return
        const order: Order = one > 12 ? 'dmy' : 'mdy'
        proofs[order] += 1
        first[order] ??= { cell: text, line }
        return
      }
      needed += 1
      if (open.length < 2) open.push({ cell: text, line })
      if (month === undefined || (year !== undefined && year !== parts.year)) return
      if (month === two) votes.dmy += 1
      if (month === one) votes.mdy += 1
    },

    decide({ setting, remembered }) {
      // One value over 12 is a proof, where a vote is a hint.
      const proven = agreed(proofs, Math.min(needed, 1))
      const told = proven ?? (proofs.dmy + proofs.mdy === 0 ? agreed(votes, needed) : undefined)
      if (told)
        return {
          ok: true,
          decision: { order: told, because: proven ? 'value' : 'year_month', ...first[told] },
        }
      if (needed === 0) {
        const most: Order = proofs.mdy > proofs.dmy ? 'mdy' : 'dmy'
        return {
          ok: true,
          decision: proofs[most] > 0 ? { order: most, because: 'value', ...first[most] } : null,
        }
      }
      if (setting) return { ok: true, decision: { order: setting, because: 'setting' } }
      if (remembered) return { ok: true, decision: { order: remembered, because: 'remembered' } }
      const cells = open.map(({ cell, line }) => `${quoted(cell)} (line ${line})`).join(' and ')
      const why =
        proofs.dmy > 0 ? 'the file has dates of both orders' : 'nothing in the file tells which comes first'
      return {
        ok: false,
        code: 'date_order_unclear',
        message: `${cells} can be read day first and month first; ${why}. Say which it is: date order dmy or mdy.`,
      }
    },
  }
}

/** By the measure of numbers: three, or one in ten of those that need it, agree; at most one in a thousand does not. */
function agreed(counts: Record<Order, number>, needed: number): Order | undefined {
  return ORDERS.find((order) => {
    const [agree, disagree] = [counts[order], counts[other(order)]]
    return agree > 0 && (agree >= 3 || agree * 10 >= needed) && disagree * 1000 <= agree + disagree
  })
}
