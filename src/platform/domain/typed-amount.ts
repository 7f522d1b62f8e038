/** What somebody may mean by a number that is typed into a search: all amounts that begin so, in cents, without their sign. */
export type TypedAmount = { least: number; most: number; currency: string | null }

/** Ordinary, no-break, figure, thin and narrow no-break space. */
const SPACES = /[\s\u00a0\u2007\u2009\u202f]+/g
const SIGNS: Record<string, string | null> = {
  $: null,
  C$: 'CAD',
  CA$: 'CAD',
  US$: 'USD',
  '€': 'EUR',
  '£': 'GBP',
}
const WITH_CURRENCY =
  /^-?\(?-? ?(?:(?<before>[A-Z]{3}|[A-Z]{0,2}\$|€|£) ?)?-?(?<digits>\d[\d.,' ]*)(?: ?(?<after>[A-Z]{3}|[A-Z]{0,2}\$|€|£))?\)?$/
/** Groups of three with one kind of mark, or none, and up to two decimals behind another one. */
const WHOLE = /^(?:\d+|\d{1,3}(?:(?<group>[.,' ])\d{3})(?:\k<group>\d{3})*)(?:[.,](?<decimals>\d{1,2}))?$/
/** Of fewer digits, a whole number is rather the part of another one. */
const LEAST_DIGITS = 3
const MOST_DIGITS = 13

/**
 * "1,149.75", "1149.75", "1 149,75 $" and "CAD 1149.75" are one amount; a whole number is every amount with whatever cents. Null: it
 * is none. A mark before three digits is a group's, as no amount has three decimals here.
 */
export function readTypedAmount(typed: string): TypedAmount | null {
  const text = typed.trim().replace(SPACES, ' ').replaceAll('’', "'").replaceAll('\u2212', '-').toUpperCase()
  const { before, digits = '', after } = WITH_CURRENCY.exec(text)?.groups ?? {}
  const number = digits.trim()
  const { group, decimals } = WHOLE.exec(number)?.groups ?? {}
  if (number === '' || !WHOLE.test(number) || (before && after)) return null
  const mark = decimals === undefined ? undefined : number.at(-1 - decimals.length)
  if (mark !== undefined && mark === group) return null
  const whole = (decimals === undefined ? number : number.slice(0, -1 - decimals.length)).replace(/\D/g, '')
  const sign = before ?? after
  const isBare = sign === undefined && group === undefined && decimals === undefined
  if (whole.length > MOST_DIGITS || (isBare && whole.length < LEAST_DIGITS)) return null
  const least = Number(whole + (decimals ?? '').padEnd(2, '0'))
  const most = Number(whole + (decimals ?? '').padEnd(2, '9'))
  const currency =
    sign === undefined ? null : sign in SIGNS ? SIGNS[sign] : /^[A-Z]{3}$/.test(sign) ? sign : undefined
  return currency === undefined || least === 0 ? null : { least, most, currency }
}
