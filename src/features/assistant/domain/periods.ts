import {
  BESIDE,
  BETWEEN,
  DAYS,
  HARMLESS,
  LAST_BEFORE,
  LAST_BEHIND,
  MAY_DO,
  NOW,
  ONE_BACK,
  ORDINALS,
  OVER,
  REACHING,
  SHIFTING,
  THIS_BEFORE,
  THIS_BEHIND,
  TIMES,
  TIMES_TOGETHER,
  UNITS,
  type Unit,
  UP_TO,
  WITHIN,
} from './time-words.ts'
import { MONTHS } from './words.ts'

/** A year, or a quarter or a month of it (1 to 4, 1 to 12); without a year it is that of every year. */
export type Period = { year?: number; quarter?: number; month?: number }

export type Times = {
  /** In the order in which they are named, two at most. */
  periods: Period[]
  /** A time is spoken of that is not understood: nothing may be told as if it were of that time. */
  unclear: boolean
  /** "Today": no period of what is counted, but how it stands. */
  now: boolean
  /** "Over 60 days": days. */
  overDays: number | undefined
  /** Which of the words said it. */
  used: ReadonlySet<number>
}

const setOf = (words: string) => new Set(words.split(' '))
const MONTH_OF = new Map(
  MONTHS.flatMap((names, at) => names.split(' ').map((name) => [name, at + 1] as const)),
)
const UNIT_OF = new Map(
  Object.entries(UNITS).flatMap(([unit, names]) => names.split(' ').map((name) => [name, unit as Unit])),
)
const YEARS = setOf(`${UNITS.year} an years ans annees jahre jahren anos`)
const ORDINAL_OF = new Map(
  ORDINALS.flatMap((names, at) => names.split(' ').map((name) => [name, at + 1] as const)),
)
const [LASTS, THESE] = [setOf(LAST_BEFORE), setOf(THIS_BEFORE)]
const [LAST_BEHINDS, THIS_BEHINDS] = [setOf(LAST_BEHIND), setOf(THIS_BEHIND)]
const [WITHINS, BETWEENS] = [setOf(WITHIN), setOf(BETWEEN)]
const [SHIFTS, UP_TOS, REACHES, NOWS] = [setOf(SHIFTING), setOf(UP_TO), setOf(REACHING), setOf(NOW)]
const [ALL_DAYS, DOERS] = [setOf(DAYS), setOf(MAY_DO)]
const TIME_SAID = setOf(TIMES)
const TO_DATE = / (ytd|year to date|cumul annuel|to date) /
/** Of two times they ask for the change from one to the other. */
const CHANGING = setOf('between entre zwischen over')
const EITHER = setOf('and or et ou und oder y o')
/** Words of time, months among them: where a slip in one of them is read as that word. */
export const TIME_WORDS: ReadonlySet<string> = new Set([...TIME_SAID, ...MONTH_OF.keys()])
/** What links times and names nothing. */
export const TIME_LINKS: ReadonlySet<string> = new Set([
  ...BETWEENS,
  ...setOf(BESIDE),
  ...UP_TOS,
  ...WITHINS,
  ...setOf('between entre zwischen date'),
])

/** Where it stands among the words. */
type Part = Period & { at: number; end: number }

/** The year, quarter or month that is so many before that of the day. */
function back(unit: Unit, count: number, today: string): Period {
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))]
  if (unit === 'year') return { year: year - count }
  const size = unit === 'quarter' ? 3 : 1
  const at = year * (12 / size) + Math.floor((month - 1) / size) - count
  return { year: Math.floor((at * size) / 12), [unit]: (at % (12 / size)) + 1 }
}

/** "last year", "l’an dernier", "año en curso". */
function relativeAt(words: readonly string[], at: number, today: string): Part | undefined {
  const [first = '', second = '', third = ''] = words.slice(at, at + 3)
  const found = (unit: Unit, count: number, length: number): Part => ({
    ...back(unit, count, today),
    ...{ at, end: at + length },
  })
  const whole = ONE_BACK[first]
  if (whole) return found(whole, 1, 1)
  if (first === 'heuer') return found('year', 0, 1)
  // French "mes" means no month, and English "an" no year.
  const before =
    UNIT_OF.get(second) ?? (/^(?:este|presente|ultimo|pasado)$/.test(first) && second === 'mes' && 'month')
  if (before && LASTS.has(first)) return found(before, 1, 2)
  if (before && THESE.has(first)) return found(before, 0, third === 'ci' ? 3 : 2)
  const unit =
    UNIT_OF.get(first) ??
    ((first === 'an' && /^(?:dernier|passe|precedent)$/.test(second) && 'year') ||
      (first === 'mes' && /^(?:pasado|anterior|actual|en)$/.test(second) && 'month'))
  if (!unit) return undefined
  if (second === 'en' && /^(?:cours|curso)$/.test(third)) return found(unit, 0, 3)
  if (LAST_BEHINDS.has(second)) return found(unit, 1, 2)
  return THIS_BEHINDS.has(second) ? found(unit, 0, 2) : undefined
}

function partAt(words: readonly string[], at: number, today: string): Part | undefined {
  const [first = '', second = '', third = ''] = words.slice(at, at + 3)
  const year = (word: string) => /^(?:19|20)\d\d$/.test(word)
  if (year(first)) return { year: Number(first), at, end: at + 1 }
  // "the year 2024", "the month of March".
  const named = WITHINS.has(second) ? ([third, 3] as const) : ([second, 2] as const)
  if (YEARS.has(first) && year(named[0])) return { year: Number(named[0]), at, end: at + named[1] }
  const unit = UNIT_OF.get(first)
  const ofUnit = MONTH_OF.get(named[0])
  if ((unit === 'month' || first === 'mes') && ofUnit) return { month: ofUnit, at, end: at + named[1] }
  if (/^[qt][1-4]$/.test(first)) return { quarter: Number(first[1]), at, end: at + 1 }
  const ordinal = ORDINAL_OF.get(first)
  if (ordinal && UNIT_OF.get(second) === 'quarter') return { quarter: ordinal, at, end: at + 2 }
  if (unit === 'quarter' && /^[1-4]$/.test(second)) return { quarter: Number(second), at, end: at + 2 }
  const relative = relativeAt(words, at, today)
  if (relative) return relative
  const month = MONTH_OF.get(first)
  if (!month || (first === 'may' && (DOERS.has(second) || DOERS.has(words[at - 1] ?? '')))) return undefined
  return { month, at, end: at + 1 }
}

function partsOf(words: readonly string[], today: string): Part[] {
  const parts: Part[] = []
  for (let at = 0; at < words.length; at++) {
    const part = partAt(words, at, today)
    if (!part) continue
    parts.push(part)
    at = part.end - 1
  }
  return parts
}

const hasPart = ({ quarter, month }: Period) => quarter !== undefined || month !== undefined
const isDay = (word: string | undefined) => /^(?:[1-9]|[12]\d|3[01])(?:st|nd|rd|th|er)?$/.test(word ?? '')

/** A month or a quarter and its year become one, in either order; undefined: they do not go together. */
function together(parts: readonly Part[], words: readonly string[]): Part[] | undefined {
  const whole: Part[] = []
  for (const part of parts) {
    const open = whole.at(-1)
    const gap = open && words.slice(open.end, part.at)
    if (!open || !gap?.every((word) => WITHINS.has(word))) whole.push({ ...part })
    // "This month last year", "2023 2024": who knows.
    else if (hasPart(open) === hasPart(part) || (open.year !== undefined) === (part.year !== undefined))
      return undefined
    else whole[whole.length - 1] = { ...open, ...part, at: open.at, end: part.end }
  }
  return whole
}

/**
 * What one of two leaves out is that of the other: "March and April 2024", "March 2024 against 2023". Undefined: it remains
 * unclear what is meant.
 */
function completed(
  [one, other]: [Part, Part],
  gap: readonly string[],
  comparing: boolean,
): Part[] | undefined {
  const left = gap.filter((word) => !WITHINS.has(word))
  if (!comparing && left.every((word) => UP_TOS.has(word))) return undefined
  const aligned = (part: Part, by: Part): Part | undefined => {
    if (hasPart(part)) return { ...part, ...(part.year === undefined && by.year && { year: by.year }) }
    if (!hasPart(by)) return part
    const { quarter, month } = by
    return !left.every((word) => EITHER.has(word))
      ? { ...part, ...(quarter && { quarter }), ...(month && { month }) }
      : undefined
  }
  const [first, second] = [aligned(one, other), aligned(other, one)]
  if (!first || !second) return undefined
  const isSame =
    first.year === second.year && first.quarter === second.quarter && first.month === second.month
  return isSame ? undefined : [first, second]
}

/** Whether something beside a time makes another of it: a day of the month, "since", "and later". */
function isShifted({ at, end, month, year }: Part, words: readonly string[], comparing: boolean): boolean {
  const before = words.slice(0, at).findLast((word) => !WITHINS.has(word)) ?? ''
  if (SHIFTS.has(before) && !(comparing && CHANGING.has(before))) return true
  if (REACHES.has(words.slice(end).find((word) => !EITHER.has(word)) ?? '')) return true
  if (month === undefined) return false
  return (
    isDay(words[at - 1]) ||
    (words[at - 1] === 'de' && isDay(words[at - 2])) ||
    (year === undefined && isDay(words[end]))
  )
}

/** Where "over 60 days" stands, and how many. */
function overDaysIn(words: readonly string[]): { from: number; end: number; days: number } | undefined {
  for (const [at, word] of words.entries()) {
    if (!/^\d{1,4}$/.test(word) || !ALL_DAYS.has(words[at + 1] ?? '')) continue
    for (const from of [at - 1, at - 2])
      if (OVER.test(words.slice(Math.max(from, 0), at).join(' ')))
        return { from, end: at + 2, days: Number(word) }
  }
  return undefined
}

/** Where a phrase stands that asks for no time. */
function harmlessIn(words: readonly string[]): Set<number> {
  const found = new Set<number>()
  for (const phrase of HARMLESS.map((each) => each.split(' ')))
    for (const at of words.keys())
      if (phrase.every((word, n) => words[at + n] === word)) for (const n of phrase.keys()) found.add(at + n)
  return found
}

const lastDay = ({ year = 0, quarter, month }: Period): string =>
  new Date(Date.UTC(year, month ?? (quarter ? quarter * 3 : 12), 0)).toISOString().slice(0, 10)

/** Whether it has begun and its last day is yet to come (D1): what is counted of it is counted to date. */
export function isRunning(period: Period, today: string): boolean {
  if (period.year === undefined) return false
  const { from } = monthsOf(period)
  return from <= today.slice(0, 7) && today < lastDay(period)
}

/** Its first and its last month, as addresses write them; of a period that has a year. */
export function monthsOf({ year, quarter, month }: Period): { from: string; to: string } {
  const text = (of: number) => `${year}-${String(of).padStart(2, '0')}`
  if (month) return { from: text(month), to: text(month) }
  return quarter ? { from: text(quarter * 3 - 2), to: text(quarter * 3) } : { from: text(1), to: text(12) }
}

/**
 * The times that are spoken of.
 * @param words folded, slips in words of time put right, '' for what is a name
 * @param today what reports take for today: "last year" is the one before its year
 * @param comparing whether a change from one time to another is asked for
 */
export function readTimes(words: readonly string[], today: string, comparing: boolean): Times {
  const harmless = harmlessIn(words)
  const late = overDaysIn(words)
  const asked = words.map((word, at) =>
    harmless.has(at) || (late && at >= late.from && at < late.end) ? '' : word,
  )
  const parts = partsOf(asked, today)
  const used = new Set(parts.flatMap(({ at, end }) => Array.from({ length: end - at }, (_, n) => at + n)))
  const whole = together(parts, asked) ?? []
  const [one, other] = whole
  const found =
    one && other && whole.length === 2
      ? (completed([one, other], asked.slice(one.end, other.at), comparing) ?? [])
      : whole
  const periods = found.map(
    ({ year, quarter, month }): Period => ({
      ...(year && { year }),
      ...(quarter && { quarter }),
      ...(month && { month }),
    }),
  )
  const isLeft = (word: string, at: number) =>
    !(used.has(at) || NOWS.has(word)) &&
    (TIME_SAID.has(word) ||
      TIMES_TOGETHER.test(word) ||
      (!used.has(at + 1) && TIMES_TOGETHER.test(`${word} ${asked[at + 1]}`)))
  const thisYear = Number(today.slice(0, 4))
  const toDate = TO_DATE.exec(` ${words.join(' ')} `)?.[1]
  return {
    periods,
    unclear:
      asked.some(isLeft) ||
      (parts.length > 0 && periods.length === 0) ||
      periods.length > 2 ||
      found.some((part) => isShifted(part, asked, comparing)) ||
      // A year to date is this one, if not compared with the one before; anything else to date is not over.
      (toDate !== undefined && periods.some(({ year }) => year !== thisYear && year !== thisYear - 1)) ||
      (toDate === 'to date' && periods.length > 0 && !periods.some((period) => isRunning(period, today))),
    now: asked.some((word) => NOWS.has(word)),
    overDays: late?.days,
    used: new Set([
      ...used,
      ...words.flatMap((_, at) => (late && at >= late.from && at < late.end ? [at] : [])),
    ]),
  }
}
