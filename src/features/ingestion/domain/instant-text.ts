import { daysIn, FIRST_YEAR, LAST_YEAR } from './date-text.ts'
import { quoted } from './number-grammar.ts'

export type ParsedInstant =
  | { ok: true; instant: string }
  | { ok: false; code: 'not_an_instant'; message: string }

const INSTANT =
  /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?: ?(Z)|([+-])(\d{2})(?::?(\d{2}))?)$/i

/**
 * An ISO 8601 instant as UTC text with microseconds, `2025-08-31T12:00:00.000000Z`: as fine as the database keeps, so
 * that two versions of a row within one millisecond stay in order (G1, `stale`). A zone is required.
 */
export function parseInstant(value: string | number): ParsedInstant {
  const text = String(value).trim()
  const match = INSTANT.exec(text)
  if (!match) return refused(text, 'is not an ISO instant with a time zone, such as 2025-08-31T12:00:00Z')
  const [year, month, day, hour, minute] = match.slice(1, 6).map(Number) as [
    number,
    number,
    number,
    number,
    number,
  ]
  const second = Number(match[6] ?? 0)
  const offsetHours = Number(match[10] ?? 0)
  const offsetMinutes = Number(match[11] ?? 0)
  const exists = month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month)
  const inDay = hour <= 23 && minute <= 59 && second <= 59 && offsetHours <= 15 && offsetMinutes <= 59
  if (!exists || !inDay || year < FIRST_YEAR || year > LAST_YEAR) {
    return refused(text, 'does not exist in the calendar')
  }
  const offset = (match[9] === '-' ? -1 : 1) * (offsetHours * 60 + offsetMinutes)
  const utc = new Date(Date.UTC(year, month - 1, day, hour, minute - offset, second))
    .toISOString()
    .slice(0, 19)
  return { ok: true, instant: `${utc}.${(match[7] ?? '').slice(0, 6).padEnd(6, '0')}Z` }
}

function refused(text: string, why: string): ParsedInstant {
  return { ok: false, code: 'not_an_instant', message: `${quoted(text)} ${why}.` }
}
