import { currentLocale } from '../i18n/language.ts'
import type { Locale } from '../i18n/locales.ts'

/** What stands before the fraction. Canadian French groups by spaces alone, so that a point is no group there. */
const DECIMAL: Record<Locale, ',' | '.'> = { en: '.', 'fr-CA': ',', de: ',', es: '.' }
const GROUPS_BY_MARK: Record<Locale, boolean> = { en: true, 'fr-CA': false, de: true, es: true }

/** Ordinary, no-break, figure, thin and narrow no-break space; both apostrophes. */
const SPACES = /[\s\u00a0\u2007\u2009\u202f]/g
const GROUPED = { ' ': /^[1-9]\d{0,2}( \d{3})+$/, "'": /^[1-9]\d{0,2}('\d{3})+$/ }
const MARKED = { ',': /^[1-9]\d{0,2}(,\d{3})+$/, '.': /^[1-9]\d{0,2}(\.\d{3})+$/ }

/**
 * A number as people type it, as a decimal string: "1,234.5", "1.234,5" and "1 234,5" are "1234.5" in every language, because
 * they can be nothing else. What could be two numbers ("1,234") is the one that it is in the language; null: it is none.
 */
export function readTyped(text: string, locale: Locale = currentLocale()): string | null {
  const plain = text.trim().replace(SPACES, ' ').replaceAll('’', "'").replace('\u2212', '-')
  const [, sign = '', digits = ''] = /^(-?) ?([\d.,' ]+)$/.exec(plain) ?? []
  const [whole, fraction] = parted(digits, locale)
  const integer = ungrouped(whole)
  if (integer === null || (fraction !== undefined && !/^\d+$/.test(fraction))) return null
  const decimal = `${integer.replace(/^0+(?=\d)/, '')}${fraction === undefined ? '' : `.${fraction}`}`
  return `${/[1-9]/.test(decimal) ? sign : ''}${decimal}`
}

/** Before and behind the decimal mark; without one, the fraction is undefined. */
function parted(digits: string, locale: Locale): [whole: string, fraction?: string] {
  const at = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','))
  if (at < 0) return [digits]
  const mark = digits.charAt(at) as ',' | '.'
  const [whole, fraction] = [digits.slice(0, at), digits.slice(at + 1)]
  if (whole.includes(mark)) return [digits]
  const couldGroup = MARKED[mark].test(digits)
  if (couldGroup && mark !== DECIMAL[locale] && GROUPS_BY_MARK[locale]) return [digits]
  return [whole || '0', fraction]
}

/** The digits of a whole number, with one kind of mark in groups of three or with none. */
function ungrouped(whole: string): string | null {
  const isOne = [/^\d+$/, ...Object.values(GROUPED), ...Object.values(MARKED)].some((form) =>
    form.test(whole),
  )
  return isOne ? whole.replace(/\D/g, '') : null
}

/** A number of the server in a field to type in: `readTyped` reads it as the same. */
export const writeTyped = (value: number | string, locale: Locale = currentLocale()): string =>
  String(value).replace('.', DECIMAL[locale])

/** Which numbers a field takes. */
export type Bounds = {
  /** So many digits behind the mark at most; 0: whole numbers. */
  decimals: number
  /** More than this. */
  above?: number
  least?: number
  most?: number
}

export type NumberFault = { what: 'missing' | 'none' | 'decimals' | 'above' | 'least' | 'most' }

/** What was typed in a field, as a decimal string, or what is wrong with it. A number is never rounded to fit. */
export function readWithin(
  text: string,
  { decimals, above, least, most }: Bounds,
  locale: Locale = currentLocale(),
): { decimal: string } | NumberFault {
  if (text.trim() === '') return { what: 'missing' }
  const decimal = readTyped(text, locale)
  if (decimal === null) return { what: 'none' }
  if ((decimal.split('.')[1]?.length ?? 0) > decimals) return { what: 'decimals' }
  const value = Number(decimal)
  if (above !== undefined && value <= above) return { what: 'above' }
  if (least !== undefined && value < least) return { what: 'least' }
  if (most !== undefined && value > most) return { what: 'most' }
  return { decimal }
}

/** The number within its bounds; null: it is none. */
export function decimalWithin(text: string, bounds: Bounds, locale?: Locale): string | null {
  const read = readWithin(text, bounds, locale)
  return 'decimal' in read ? read.decimal : null
}

/** What is ordered, what is told of, and what one of it costs, as the server takes them. */
export const QUANTITY: Bounds = { decimals: 3, above: 0, most: 999_999_999 }
export const QUANTITY_TOLD: Bounds = { decimals: 3, least: 0, most: 999_999_999 }
export const UNIT_PRICE: Bounds = { decimals: 6, least: 0, most: 999_999_999 }
