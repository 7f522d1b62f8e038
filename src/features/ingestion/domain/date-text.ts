import { quoted } from './number-grammar.ts'

/** Which comes first in dates such as 04/07/2023. */
export type DateOrder = 'dmy' | 'mdy'

export type DateFault = { ok: false; code: 'not_a_date' | 'no_such_date' | 'date_order'; message: string }
/** `date` is YYYY-MM-DD. */
export type ParsedDate = { ok: true; date: string } | DateFault

export const FIRST_YEAR = 1900
export const LAST_YEAR = 2100

/** A time of day behind the date is left aside: the calendar date counts as written, in the sender's zone. */
const TIME = String.raw`(?:[ T]\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?: ?[AaPp][Mm])?(?: ?Z|[+-]\d{2}(?::?\d{2})?)?)?`
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})${TIME}$`)
const COMPACT = /^(\d{4})(\d{2})(\d{2})$/
const DAY_AND_MONTH_FIRST = new RegExp(String.raw`^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})${TIME}$`)
const DAY_NUMBER = /^(\d{5})(?:\.\d+)?$/

/** 2100-12-31 in Excel's 1900 system. Numbers below 10000 (1927) are refused: they are years more often than days. */
const LAST_DAY_NUMBER = 73_415
const EXCEL_EPOCH = Date.UTC(1899, 11, 30)
const DAY_MS = 86_400_000
/** Two-digit years up to here are in the 2000s, the others in the 1900s. */
const PIVOT = 69

/**
 * Reads a calendar date (C3): ISO, day and month in the file's `order` with / . or -, two- or four-digit years, or an
 * Excel day number. Must exist in the calendar and lie in 1900 to 2100. Text that only the other order could read is
 * `date_order`, never turned round in silence.
 */
export function parseDate(value: string | number, order: DateOrder): ParsedDate {
  const text = String(value).trim()
  const yearFirst = YEAR_FIRST.exec(text)
  if (yearFirst) return calendarDate(text, Number(yearFirst[1]), Number(yearFirst[3]), Number(yearFirst[4]))

  const parts = splitDayMonth(text)
  if (parts) {
    const { first, second, year } = parts
    const [day, month] = order === 'dmy' ? [first, second] : [second, first]
    if (month > 12 && month <= 31 && day <= 12) {
      const [read, file] = order === 'dmy' ? ['month first', 'day first'] : ['day first', 'month first']
      return dateFault(
        'date_order',
        `${quoted(text)} can only be read ${read}, but this file is read ${file}.`,
      )
    }
    return calendarDate(text, year, month, day)
  }
  const dayNumber = DAY_NUMBER.exec(text)
  if (dayNumber && Number(dayNumber[1]) >= 10_000 && Number(dayNumber[1]) <= LAST_DAY_NUMBER) {
    return {
      ok: true,
      date: new Date(EXCEL_EPOCH + Number(dayNumber[1]) * DAY_MS).toISOString().slice(0, 10),
    }
  }
  const compact = COMPACT.exec(text)
  if (compact) return calendarDate(text, Number(compact[1]), Number(compact[2]), Number(compact[3]))
  return dateFault('not_a_date', `${quoted(text)} is not a date.`)
}

/** The numbers of a date whose year comes last, in the order written; undefined for every other text. */
export function splitDayMonth(text: string): { first: number; second: number; year: number } | undefined {
  const match = DAY_AND_MONTH_FIRST.exec(text)
  if (!match) return undefined
  const year = Number(match[4])
  const century = match[4]?.length === 4 ? 0 : year <= PIVOT ? 2000 : 1900
  return { first: Number(match[1]), second: Number(match[3]), year: year + century }
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

const dateFault = (code: DateFault['code'], message: string): DateFault => ({ ok: false, code, message })
