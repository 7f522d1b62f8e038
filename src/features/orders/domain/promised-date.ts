/** A recorded change of the promised date: ISO dates, null where none stood. */
export type PromisedChange = { old: string | null; new: string | null; at: string }

/** How often a promised date was moved, and by how many days in all: "moved twice, +9 days" (C2). */
export type PromisedHistory = {
  /** The date that was promised first; null: none ever was. */
  first: string | null
  /** The date as it stands. */
  current: string | null
  /** How often another date came in the place of one; a date that is given or taken back is no move. */
  moves: number
  /** Calendar days from the first date to the one that stands; null where one of them is missing. */
  days: number | null
  changes: PromisedChange[]
}

const DAY_MS = 86_400_000

/** From the recorded changes, oldest first, and the date that stands on the order. */
export function promisedHistory(changes: PromisedChange[], current: string | null): PromisedHistory {
  const dates = [changes[0]?.old ?? null, ...changes.map((change) => change.new)].filter(
    (date) => date !== null,
  )
  const first = dates[0] ?? current
  const moves = dates.filter((date, index) => index > 0 && date !== dates[index - 1]).length
  const days =
    first !== null && current !== null ? Math.round((Date.parse(current) - Date.parse(first)) / DAY_MS) : null
  return { first, current, moves, days, changes }
}
