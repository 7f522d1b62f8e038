import {
  type DecimalMark,
  fault,
  type NumberFault,
  quoted,
  readNumber,
  type WrittenNumber,
} from './number-grammar.ts'

export type NumberSettings = { decimal: DecimalMark }

/** What is worth telling the sender although the number was read. */
export type NumberNote = 'currency_ignored'

export type ParsedQuantity = { ok: true; thousandths: number; text: string; note?: NumberNote }
export type ParsedMoney = {
  ok: true
  cents: number
  /** The exact hundredths, where rounding to whole ones would lose digits. */
  fine?: string
  text: string
  currency?: string
  note?: undefined
}
export type ParsedPrice = { ok: true; price: string; text: string; currency?: string; note?: undefined }

const QUANTITY_PLACES = 3
const MONEY_PLACES = 2
const PRICE_PLACES = 6
/** What the grammar would answer unchanged; three decimals may be a group where no dot was decided on. */
const PLAIN_PRICE = /^(?:-?[1-9][0-9]{0,8}|0)(?:\.(?:[0-9]{1,2}|[0-9]{4,6}))?$/
const PLAIN_PRICE_WITH_DOT = /^(?:-?[1-9][0-9]{0,8}|0)(?:\.[0-9]{1,6})?$/

/**
 * A quantity in thousandths, a safe integer (C3). More than three decimals that are not zeros are refused, never
 * rounded. A JSON number is taken as it is: its dot is always the decimal mark.
 */
export function parseQuantity(
  value: string | number,
  settings: NumberSettings,
): ParsedQuantity | NumberFault {
  if (typeof value === 'string') {
    const plain = readPlain(value, QUANTITY_PLACES, settings.decimal)
    if (plain !== undefined) return { ok: true, thousandths: plain, text: value }
  }
  const number = read(value, settings)
  if (!number.ok) return number
  const thousandths = scale(number, QUANTITY_PLACES, 'refuse')
  if (typeof thousandths !== 'number') return thousandths
  return { ok: true, thousandths, text: number.text, ...(number.money && { note: 'currency_ignored' }) }
}

/**
 * Money in hundredths of its currency, a safe integer (C3). `moreDecimals` says what a third decimal does: 'round'
 * (half away from zero; the text keeps it) or 'refuse'. `currency` is the sign's or code's beside the number.
 */
export function parseMoney(
  value: string | number,
  settings: NumberSettings,
  moreDecimals: 'round' | 'refuse' = 'refuse',
): ParsedMoney | NumberFault {
  if (typeof value === 'string') {
    const plain = readPlain(value, MONEY_PLACES, settings.decimal)
    if (plain !== undefined) return { ok: true, cents: plain, text: value }
  }
  const number = read(value, settings)
  if (!number.ok) return number
  const cents = scale(number, MONEY_PLACES, moreDecimals)
  if (typeof cents !== 'number') return cents
  const fine = fineHundredths(number)
  return { ok: true, cents, ...(fine !== undefined && { fine }), ...remarks(number) }
}

/** "12.3456" is 1234.56 hundredths; undefined where whole ones are exact. */
function fineHundredths({ negative, integer, fraction }: WrittenNumber): string | undefined {
  const finer = fraction.slice(MONEY_PLACES).replace(/0+$/, '')
  if (finer === '') return undefined
  return `${negative ? '-' : ''}${Number(integer + fraction.slice(0, MONEY_PLACES))}.${finer}`
}

/** A unit price as an exact decimal string with up to six decimals; further ones are rounded half away from zero (C3). */
export function parsePrice(value: string | number, settings: NumberSettings): ParsedPrice | NumberFault {
  const plain = settings.decimal === '.' ? PLAIN_PRICE_WITH_DOT : PLAIN_PRICE
  if (typeof value === 'string' && plain.test(value)) return { ok: true, price: value, text: value }
  const number = read(value, settings)
  if (!number.ok) return number
  const millionths = scale(number, PRICE_PLACES, 'round')
  if (typeof millionths !== 'number') return millionths
  const digits = String(Math.abs(millionths)).padStart(PRICE_PLACES + 1, '0')
  const fraction = digits.slice(-PRICE_PLACES).slice(0, number.fraction.length)
  const whole = digits.slice(0, -PRICE_PLACES)
  const price = `${millionths < 0 ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
  return { ok: true, price, ...remarks(number) }
}

/** Any number with up to 15 digits before and nine behind the mark, as an exact decimal string; a per cent sign is its unit. */
export function parseDecimal(
  value: string | number,
  settings: NumberSettings,
): { ok: true; decimal: string } | NumberFault {
  const number = read(typeof value === 'string' ? value.replace(/\s*%$/, '') : value, settings)
  if (!number.ok) return number
  const integer = number.integer.replace(/^0+(?=\d)/, '') || '0'
  if (integer.length > 15) return fault('out_of_range', `${quoted(number.text)} is too large to be exact.`)
  const fraction = number.fraction.replace(/0+$/, '')
  if (fraction.length > 9)
    return fault('too_many_decimals', `${quoted(number.text)} has more than 9 decimals.`)
  const decimal = fraction === '' ? integer : `${integer}.${fraction}`
  return { ok: true, decimal: number.negative && decimal !== '0' ? `-${decimal}` : decimal }
}

type ReadNumber = WrittenNumber & { text: string }

function read(value: string | number, settings: NumberSettings): ReadNumber | NumberFault {
  if (typeof value === 'string') {
    const text = value.trim()
    const number = readNumber(text, settings.decimal)
    return number.ok ? { ...number, text } : number
  }
  if (!Number.isFinite(value)) return fault('not_a_number', `${value} is not a number.`)
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER)
    return fault('out_of_range', `${value} is too large to be exact.`)
  const text = String(value)
  if (text.includes('e')) return fault('too_many_decimals', `${text} has too many decimals.`)
  const number = readNumber(text, '.')
  return number.ok ? { ...number, text } : number
}

function remarks(number: ReadNumber): { text: string; currency?: string } {
  return { text: number.text, ...(number.currency !== undefined && { currency: number.currency }) }
}

function scale(number: ReadNumber, places: number, longer: 'round' | 'refuse'): number | NumberFault {
  const kept = number.fraction.slice(0, places).padEnd(places, '0')
  const dropped = number.fraction.slice(places)
  if (longer === 'refuse' && /[1-9]/.test(dropped)) {
    return fault('too_many_decimals', `${quoted(number.text)} has more than ${places} decimals.`)
  }
  const magnitude = Number(number.integer + kept) + (dropped >= '5' ? 1 : 0)
  if (!Number.isSafeInteger(magnitude))
    return fault('out_of_range', `${quoted(number.text)} is too large to be exact.`)
  return number.negative && magnitude !== 0 ? -magnitude : magnitude
}

const MINUS = 45
const DOT = 46
const ZERO = 48
const NINE = 57

/**
 * The plain form, `-1234.5`, scaled; undefined for everything else. Nearly every cell of a real file is plain, and
 * this loop costs a tenth of the grammar. Three decimals are left to the grammar: they may be a group.
 */
function readPlain(text: string, places: number, decimal: DecimalMark): number | undefined {
  const length = text.length
  let at = text.charCodeAt(0) === MINUS ? 1 : 0
  const negative = at === 1
  if (length === at || length > 12) return undefined
  let value = 0
  let decimals = -1
  for (; at < length; at++) {
    const code = text.charCodeAt(at)
    if (code >= ZERO && code <= NINE) {
      value = value * 10 + (code - ZERO)
      if (decimals >= 0) decimals += 1
    } else if (code === DOT && decimals < 0) {
      decimals = 0
    } else return undefined
  }
  if (decimals === 0 || decimals > places || (decimals === 3 && decimal !== '.')) return undefined
  for (let missing = places - Math.max(decimals, 0); missing > 0; missing--) value *= 10
  return negative && value !== 0 ? -value : value
}
