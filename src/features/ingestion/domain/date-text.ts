import { monthOf } from './month-names.ts'
import { quoted } from './number-grammar.ts'

/** Which comes first in dates such as 04/07/2023; 'ymd' in those with three numbers of two digits. */
export type DateOrder = 'dmy' | 'mdy' | 'ymd'

export type DateFault = {
  ok: false
  code: 'not_a_date' | 'no_such_date' | 'date_order' | 'date_order_unclear'
  message: string
}
/** `date` is YYYY-MM-DD. */
export type ParsedDate = { ok: true; date: string } | DateFault

export const FIRST_YEAR = 1900
export const LAST_YEAR = 2100

/** A time of day behind the date is left aside: the calendar date counts as written, in the sender's zone. */
const CLOCK = String.raw`(?:(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:[.,]\d+)?)?|24:00(?::00)?)`
const CLOCK_12 = String.raw`(?:0?\d|1[0-2]):[0-5]\d(?::[0-5]\d(?:[.,]\d+)?)? ?[AaPp]\.?[Mm]\.?`
const ZONE = String.raw`(?: ?(?:Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?))?`
const TIME = `(?:(?:,? +|T)(?:${CLOCK_12}|${CLOCK})${ZONE})?`
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})${TIME}$`)
const COMPACT = /^(\d{4})(\d{2})(\d{2})$/
const DAY_AND_MONTH_FIRST = new RegExp(String.raw`^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})${TIME}$`)
const ORDINAL = String.raw`(?:st|nd|rd|th|er|re|e|º|ª|°)?\.?`
const OF = `(?:de |del |d['’]|of )?`
const DAY_THEN_NAME = new RegExp(
  String.raw`^(\d{1,2})${ORDINAL}[ -]?${OF}(\p{L}+)\.?,?[ -]?${OF}(\d{4}|\d{2})${TIME}$`,
  'iu',
)
const NAME_THEN_DAY = new RegExp(
  String.raw`^(\p{L}+)\.?[ -](\d{1,2})${ORDINAL}(?:, ?| |-)(\d{4}|\d{2})${TIME}$`,
  'iu',
)
const YEAR_THEN_NAME = new RegExp(String.raw`^(\d{4})[ -](\p{L}+)\.?[ -](\d{1,2})${TIME}$`, 'iu')
const MILLISECONDS = /^\/Date\((-?\d{1,15})(?:[+-]\d{4})?\)\/$/
const DAY_NUMBER = /^(\d{5})(?:\.\d+)?$/

/** Days since the end of 1899, as spreadsheets count them; others are years or codes more often than days. */
const FIRST_DAY_NUMBER = 20_000
const LAST_DAY_NUMBER = 80_000
const EXCEL_EPOCH = Date.UTC(1899, 11, 30)
const DAY_MS = 86_400_000
/** Two-digit years up to here are in the 2000s, the others in the 1900s. */
const PIVOT = 69

/**
 * Reads a calendar date (C3): ISO, compact, day and month in the file's `order` with / . or -, with the month's name in
 * four languages, a spreadsheet's day number, or JSON's `/Date(ms)/`. Must exist in the calendar and lie in 1900 to
 * 2100. Without an order, what is a different day in each is `date_order_unclear`; what only the other order could read
 * is `date_order`: never turned round in silence.
 */
export function parseDate(value: string | number, order: DateOrder | undefined): ParsedDate {
  const text = String(value).trim()
  const yearFirst = YEAR_FIRST.exec(text)
  if (yearFirst) return calendarDate(text, Number(yearFirst[1]), Number(yearFirst[3]), Number(yearFirst[4]))
  const ordered = splitDayMonth(text)
  if (ordered) return order === 'ymd' ? readYearFirst(text) : inOrder(text, ordered, order)
  const dayNumber = DAY_NUMBER.exec(text)
  if (dayNumber) {
    const day = Number(dayNumber[1])
    if (day < FIRST_DAY_NUMBER || day > LAST_DAY_NUMBER) return notADate(text)
    return dayOf(text, EXCEL_EPOCH + day * DAY_MS)
  }
  const compact = COMPACT.exec(text)
  if (compact) return calendarDate(text, Number(compact[1]), Number(compact[2]), Number(compact[3]))
  const milliseconds = MILLISECONDS.exec(text)
  if (milliseconds) return dayOf(text, Number(milliseconds[1]))
  return readNamedMonth(text) ?? notADate(text)
}

/** The same, and a month with its year for its last day, where no day is needed: `09/2028`, `JAN 2028`, `2028-02`. */
export function parseDateOrMonth(value: string | number, order: DateOrder | undefined): ParsedDate {
  const text = String(value).trim()
  const named = /^(\p{L}+)\.?[ -]?(?:de |del )?(\d{4}|\d{2})$/iu.exec(text)
  const [year, month] =
    numbersOf(/^(\d{4})[-/.](\d{1,2})$/.exec(text)) ??
    numbersOf(/^(\d{1,2})[-/.](\d{4}|\d{2})$/.exec(text))?.reverse() ??
    (named ? [Number(named[2]), monthOf(named[1] as string)] : [])
  if (year === undefined || month === undefined) return parseDate(value, order)
  const full = year > 99 ? year : fullYear(year)
  return calendarDate(text, full, month, month >= 1 && month <= 12 ? daysIn(full, month) : 0)
}

/** The numbers of a date whose year comes last, in the order written; undefined for every other text. */
export function splitDayMonth(text: string): { first: number; second: number; year: number } | undefined {
  const match = DAY_AND_MONTH_FIRST.exec(text)
  if (!match) return undefined
  const year = Number(match[4])
  return {
    first: Number(match[1]),
    second: Number(match[3]),
    year: match[4]?.length === 4 ? year : fullYear(year),
  }
}

type Ordered = { first: number; second: number; year: number }

function inOrder(
  text: string,
  { first, second, year }: Ordered,
  order: 'dmy' | 'mdy' | undefined,
): ParsedDate {
  if (order === undefined && first <= 12 && second <= 12 && first !== second)
    return dateFault('date_order_unclear', `${quoted(text)} can be read day first and month first.`)
  const dayFirst = order === undefined ? first > 12 || second <= 12 : order === 'dmy'
  const [day, month] = dayFirst ? [first, second] : [second, first]
  if (month > 12 && month <= 31 && day <= 12) {
    const [read, file] = dayFirst ? ['month first', 'day first'] : ['day first', 'month first']
    return dateFault('date_order', `${quoted(text)} can only be read ${read}, but this file is read ${file}.`)
  }
  return calendarDate(text, year, month, day)
}

/** Three numbers of two digits, the year first. */
function readYearFirst(text: string): ParsedDate {
  const [year, month, day] = numbersOf(/^(\d{2})[-/.](\d{1,2})[-/.](\d{2})(?!\d)/.exec(text)) ?? []
  if (year === undefined || month === undefined || day === undefined)
    return dateFault('date_order', `${quoted(text)} does not begin with its year.`)
  return calendarDate(text, fullYear(year), month, day)
}

function readNamedMonth(text: string): ParsedDate | undefined {
  const [, day, dayMonth, dayYear] = DAY_THEN_NAME.exec(text) ?? []
  const [, nameMonth, nameDay, nameYear] = NAME_THEN_DAY.exec(text) ?? []
  const [, yearYear, yearMonth, yearDay] = YEAR_THEN_NAME.exec(text) ?? []
  const month = monthOf(dayMonth ?? nameMonth ?? yearMonth ?? '')
  const year = dayYear ?? nameYear ?? yearYear
  if (month === undefined || year === undefined) return undefined
  const full = year.length === 4 ? Number(year) : fullYear(Number(year))
  return calendarDate(text, full, month, Number(day ?? nameDay ?? yearDay))
}

const numbersOf = (match: RegExpExecArray | null) => match?.slice(1).map(Number)

const fullYear = (year: number) => year + (year <= PIVOT ? 2000 : 1900)

function dayOf(text: string, milliseconds: number): ParsedDate {
  const instant = new Date(milliseconds)
  if (Number.isNaN(instant.getTime())) return notADate(text)
  return calendarDate(text, instant.getUTCFullYear(), instant.getUTCMonth() + 1, instant.getUTCDate())
}

function calendarDate(text: string, year: number, month: number, day: number): ParsedDate {
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) {
    return dateFault('no_such_date', `${quoted(text)} does not exist in the calendar.`)
  }
  if (year < FIRST_YEAR || year > LAST_YEAR) {
    return dateFault('no_such_date', `The year of ${quoted(text)} is outside ${FIRST_YEAR} to ${LAST_YEAR}.`)
  }
  return { ok: true, date: `${year}-${twoDigits(month)}-${twoDigits(day)}` }
}

export function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

const twoDigits = (value: number) => (value < 10 ? `0${value}` : String(value))

const notADate = (text: string) => dateFault('not_a_date', `${quoted(text)} is not a date.`)
const dateFault = (code: DateFault['code'], message: string): DateFault => ({ ok: false, code, message })
