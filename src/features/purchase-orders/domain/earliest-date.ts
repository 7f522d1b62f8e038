type Weeks = { from: number; to: number } | null

/** The first day on which everything can be ready: the longest of the lines' shortest lead times from today (C5). Null: no line says. */
export function earliestDate(today: string, lines: readonly { leadWeeks: Weeks }[]): string | null {
  const weeks = lines.flatMap(({ leadWeeks }) => (leadWeeks ? [leadWeeks.from] : []))
  if (weeks.length === 0) return null
  const day = new Date(`${today}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() + 7 * Math.max(...weeks))
  return day.toISOString().slice(0, 10)
}
