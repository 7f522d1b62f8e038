/** Made once for each zone: to make one takes a tenth of a millisecond, and every request asks for its day. */
const days = new Map<string, Intl.DateTimeFormat>()

/** The calendar date of an instant in a time zone. */
export function dayIn(timeZone: string, at: Date | number = Date.now()): string {
  let day = days.get(timeZone)
  if (!day) {
    day = new Intl.DateTimeFormat('en-CA', { timeZone }) // the Canadian form of a date is the ISO one
    days.set(timeZone, day)
  }
  return day.format(at)
}

/** Date and time of an instant in a time zone: 2026-11-22 14:05:09. */
export const timeIn = (timeZone: string, at: Date | number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(at)

const DAY_MS = 86_400_000

/** The first instant of a calendar date in a time zone, also where its clocks skip or repeat midnight. */
export function startOfDay(day: string, timeZone: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  const ahead = (at: number) => Date.parse(`${timeIn(timeZone, at).replace(' ', 'T')}Z`) - at
  // By the clock of the day before and of the day after: one of them is right.
  const [first, second] = [midnight - ahead(midnight - DAY_MS), midnight - ahead(midnight + DAY_MS)].sort(
    (a, b) => a - b,
  )
  return new Date(first !== undefined && dayIn(timeZone, first) === day ? first : (second as number))
}

export const nextDay = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10)
