export type Month = { year: number; month: number }

const FIRST_YEAR = 2019
const DAY_MS = 86_400_000

/** Months from January 2019 to the last one that is over on `asOf` (ISO date); a month is over on its last day (D1). */
export function monthsUntil(asOf: string): Month[] {
  const months: Month[] = []
  for (let year = FIRST_YEAR; ; year++) {
    for (let month = 1; month <= 12; month++) {
      if (isoDate(year, month, daysIn({ year, month })) > asOf) return months
      months.push({ year, month })
    }
  }
}

const daysIn = ({ year, month }: Month): number => new Date(Date.UTC(year, month, 0)).getUTCDate()

const isoDate = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)

export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10)

/** Mondays to Fridays. */
export function workingDays(month: Month): string[] {
  const days = Array.from({ length: daysIn(month) }, (_, i) => isoDate(month.year, month.month, i + 1))
  return days.filter((day) => workingDay(day) === day)
}

/** The date itself, or the Monday after it. */
export function workingDay(date: string): string {
  const day = new Date(date).getUTCDay()
  return day === 6 ? addDays(date, 2) : day === 0 ? addDays(date, 1) : date
}

export const yearOf = (date: string): number => Number(date.slice(0, 4))

/** Day of the year in three digits, as lot numbers have it. */
export const dayOfYear = (date: string): string =>
  String((Date.parse(date) - Date.UTC(yearOf(date), 0, 0)) / DAY_MS).padStart(3, '0')

/** Calendar week (ISO 8601), as planners write it. */
export function weekOf(date: string): number {
  const thursday = addDays(date, 3 - ((new Date(date).getUTCDay() + 6) % 7))
  return Math.floor((Date.parse(thursday) - Date.UTC(yearOf(thursday), 0, 1)) / DAY_MS / 7) + 1
}

/** Months since the beginning of 2019, counted from 0. */
export const monthNumber = ({ year, month }: Month): number => (year - FIRST_YEAR) * 12 + month - 1
