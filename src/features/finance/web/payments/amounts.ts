import { type Bounds, decimalWithin } from '../../../../platform/web/format/typed-number.ts'
import type { Locale } from '../../../../platform/web/i18n/locales.ts'

export const AMOUNT: Bounds = { decimals: 2, above: 0, most: 99_999_999_999.99 }

/** 1 234,5 → "1234.50"; undefined: no amount that can be paid. */
export function amountOf(typed: string, locale?: Locale): string | undefined {
  const decimal = decimalWithin(typed, AMOUNT, locale)
  if (decimal === null) return undefined
  const [whole, cents = ''] = decimal.split('.')
  return `${whole}.${cents.padEnd(2, '0')}`
}

/** In cents, so that no sum is a float. */
const centsOf = (amount: string): bigint => BigInt(amount.replace('.', ''))

const textOf = (cents: bigint): string => {
  const digits = cents.toString().padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

export const sumOf = (amounts: readonly string[]): string =>
  textOf(amounts.reduce((sum, amount) => sum + centsOf(amount), 0n))

/** What is left of an amount; null: nothing. */
export function without(amount: string, taken: readonly string[]): string | null {
  const left = centsOf(amount) - centsOf(sumOf(taken))
  return left > 0n ? textOf(left) : null
}
