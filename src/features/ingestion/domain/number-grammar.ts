import { agreesWithDollar, currencyOf } from './currency-words.ts'
import { isUnit } from './unit-words.ts'

/** What stands before the fraction. */
export type Mark = '.' | ','
/** The mark of numbers that fit two readings; 'auto': none was decided, so such a number is refused (C3). */
export type DecimalMark = 'auto' | Mark

export type NumberFaultCode =
  | 'not_a_number'
  | 'foreign_digits'
  | 'bad_grouping'
  | 'number_mark_unclear'
  | 'unknown_unit'
  | 'currency_conflict'
  | 'too_many_decimals'
  | 'out_of_range'

export type NumberFault = { ok: false; code: NumberFaultCode; message: string }

/** A number taken apart, exact: digits as text. `integer` and `fraction` hold ASCII digits only, either may be empty. */
export type WrittenNumber = {
  ok: true
  negative: boolean
  integer: string
  fraction: string
  /** ISO code of the sign or code beside it; a bare `$` leaves it out: the tenant's currency is meant. */
  currency?: string
  /** A currency sign of any kind, the bare `$` included, stood beside it. */
  money: boolean
}

const LONGEST = 64
/** The first is ARABIC-INDIC DIGIT ZERO; Unicode has no other before it. */
const FOREIGN_DIGITS_BEGIN = 0x660
const FOREIGN_DIGIT = /(?![0-9])\p{Nd}/u
/** Ordinary, no-break, figure, thin and narrow no-break space. */
const GROUP_SPACES = ' \u00a0\u2007\u2009\u202f'
const APOSTROPHES = "'\u2019"
const CORE = new RegExp(`^[0-9.,${GROUP_SPACES}${APOSTROPHES}]+$`)
const NOT_A_DIGIT = /[^0-9]/g
const AFFIX_PARTS = /[-+\u2212()]|[^\s()+\u2212-]+/g
const DOLLAR_REGIONS: ReadonlySet<string> = new Set(['US', 'CA', 'CAN'])

/**
 * Reads a number as C3 writes them: optional sign, parentheses or trailing minus; digits with at most one kind of
 * group mark; at most one decimal mark; a currency or unit beside it. `text` is trimmed. A number that fits one
 * reading is read so, whatever `decimal` says. Anything else is a fault.
 */
export function readNumber(text: string, decimal: DecimalMark): WrittenNumber | NumberFault {
  const { first, last, foreign } = findDigits(text)
  if (foreign && FOREIGN_DIGIT.test(text)) {
    return fault('foreign_digits', `${quoted(text)} is written with digits other than 0 to 9.`)
  }
  if (last === -1 || text.length > LONGEST) return notANumber(text)

  const core = text.slice(first, last + 1)
  if (!CORE.test(core)) {
    const why = /^[0-9.,]+[eE]\+?-?[0-9]+$/.test(core) ? ' (powers of ten are not accepted)' : ''
    return notANumber(text, why)
  }
  const affixes = readAffixes(text, text.slice(0, first), text.slice(last + 1))
  if (!affixes.ok) return affixes
  const digits = splitDigits(core, decimal)
  if (digits === 'open') {
    return fault(
      'number_mark_unclear',
      `${quoted(text)} fits two readings, and nothing says which of comma and dot is the decimal mark.`,
    )
  }
  if (!digits) {
    return fault('bad_grouping', `The group and decimal marks in ${quoted(text)} do not make one number.`)
  }
  return { ...affixes, ...digits }
}

/** Where the digits begin, a mark before the first included, and where the last one stands; -1 where there are none. */
function findDigits(text: string): { first: number; last: number; foreign: boolean } {
  let [first, last, foreign] = [-1, -1, false]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code >= 48 && code <= 57) {
      if (first === -1) first = at
      last = at
    } else if (code >= FOREIGN_DIGITS_BEGIN) foreign = true
  }
  if (first > 0 && '.,'.includes(text.charAt(first - 1))) first -= 1
  return { first, last, foreign }
}

/** What a number says about the decimal mark: the mark itself, nothing, or that it fits two readings. */
export type MarkEvidence = Mark | 'none' | 'open'

/** What a cell says about the decimal mark; undefined where it is no number at all. */
export function markEvidence(text: string): MarkEvidence | undefined {
  if (!readNumber(text, '.').ok) return undefined
  const { first, last: end } = findDigits(text)
  const core = text.slice(first, end + 1)
  if (isOpen(core)) return 'open'
  const marks = core.match(/[.,]/g)
  if (!marks) return 'none'
  const last = marks[marks.length - 1] as Mark
  const repeated = marks.filter((mark) => mark === last).length > 1
  return repeated ? otherMark(last) : last
}

/** The reading that a number with one lone mark does not have. */
export const otherMark = (mark: Mark): Mark => (mark === '.' ? ',' : '.')

/** A lone comma or dot before exactly three digits: `12.500`. Not `0.500` or `1234.567`, which cannot be groups of three. */
const isOpen = (core: string) => /^[1-9][0-9]{0,2}[.,][0-9]{3}$/.test(core)

type Digits = Pick<WrittenNumber, 'integer' | 'fraction'>

function splitDigits(core: string, decimal: DecimalMark): Digits | 'open' | undefined {
  const marks = core.match(NOT_A_DIGIT)
  if (!marks) return { integer: core, fraction: '' }
  const last = marks[marks.length - 1] as string
  const at = core.lastIndexOf(last)
  const before = core.slice(0, at)
  const fraction = core.slice(at + 1)
  const couldBeDecimal = (last === '.' || last === ',') && !before.includes(last)
  if (couldBeDecimal && marks.length > 1) {
    const integer = ungroup(before)
    return integer === undefined ? undefined : { integer, fraction }
  }
  if (couldBeDecimal && !isOpen(core)) return { integer: before, fraction }
  if (couldBeDecimal && decimal === 'auto') return 'open'
  if (last === decimal && couldBeDecimal) return { integer: before, fraction }
  const integer = ungroup(core)
  return integer === undefined ? undefined : { integer, fraction: '' }
}

/** The digits of a whole number with one kind of group mark in groups of three; undefined when it is not that. */
function ungroup(text: string): string | undefined {
  const mark = text.match(NOT_A_DIGIT)?.[0]
  if (mark === undefined) return text
  const groups = text.split(mark)
  const [head = '', ...others] = groups
  const wellFormed = /^[1-9][0-9]{0,2}$/.test(head) && others.every((group) => /^[0-9]{3}$/.test(group))
  return wellFormed ? groups.join('') : undefined
}

type Affixes = Pick<WrittenNumber, 'ok' | 'negative' | 'currency' | 'money'>

function readAffixes(text: string, prefix: string, suffix: string): Affixes | NumberFault {
  if (prefix === '' && suffix === '') return { ok: true, negative: false, money: false }
  let sign = ''
  let opened = false
  let closed = false
  let currency: string | undefined
  let dollar = false
  let unit = false

  for (const [part, before] of parts(prefix, suffix)) {
    if (part === '(' || part === ')') {
      if (part === '(' ? !before || opened : before || closed) return notANumber(text)
      if (part === '(') opened = true
      else closed = true
    } else if (part === '+' || part === '-' || part === '\u2212') {
      if (sign !== '' || (!before && part === '+')) return notANumber(text)
      sign = part
    } else if (part === '$') {
      if (dollar) return notANumber(text)
      dollar = true
    } else if (dollar && DOLLAR_REGIONS.has(part)) {
      currency = part === 'US' ? 'USD' : 'CAD'
    } else {
      const named = currencyOf(part)
      if (named !== undefined) {
        if (currency !== undefined && currency !== named) return conflict(text)
        currency = named
      } else {
        if (!/\p{L}/u.test(part)) return notANumber(text)
        // Glued before the digits it is more likely a code ("G12") than a unit.
        if (!isUnit(part) || (before && !/\s$/.test(prefix))) {
          return fault('unknown_unit', `${quoted(part)} in ${quoted(text)} is neither a unit nor a currency.`)
        }
        if (unit) return notANumber(text)
        unit = true
      }
    }
  }
  if (opened !== closed || (opened && sign !== '')) return notANumber(text)
  if (dollar && currency !== undefined && !agreesWithDollar(currency)) return conflict(text)
  const negative = opened || (sign !== '' && sign !== '+')
  const money = dollar || currency !== undefined
  return currency === undefined ? { ok: true, negative, money } : { ok: true, negative, currency, money }
}

function* parts(prefix: string, suffix: string): Generator<[part: string, before: boolean]> {
  for (const part of prefix.match(AFFIX_PARTS) ?? []) yield [part, true]
  for (const part of suffix.match(AFFIX_PARTS) ?? []) yield [part, false]
}

const notANumber = (text: string, why = ''): NumberFault =>
  fault('not_a_number', `${quoted(text)} is not a number${why}.`)

const conflict = (text: string): NumberFault =>
  fault('currency_conflict', `${quoted(text)} names two different currencies.`)

/** A fault of a number; `message` is one English sentence for the sender. */
export function fault(code: NumberFaultCode, message: string): NumberFault {
  return { ok: false, code, message }
}

/** The received text for a message: quoted, escaped, at most 40 characters. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 39)}…` : text)
}
