import { inMinorDigits, minorDigits } from '../../../../platform/contract/minor-digits.ts'
import { type Bounds, decimalWithin, writeTyped } from '../../../../platform/web/format/typed-number.ts'
import type { Locale } from '../../../../platform/web/i18n/locales.ts'

const MOST = 99_999_999_999.99

/** What can be paid in a currency. Amounts are kept in hundredths: no more than two decimals. */
export const amountBounds = (currency: string): Bounds => ({
  decimals: Math.min(minorDigits(currency), 2),
  above: 0,
  most: MOST,
})

/** 1 234,5 → "1234.50"; undefined: no amount that can be paid. */
export function amountOf(typed: string, currency: string, locale?: Locale): string | undefined {
  const decimal = decimalWithin(typed, amountBounds(currency), locale)
  if (decimal === null) return undefined
  const [whole, cents = ''] = decimal.split('.')
  return `${whole}.${cents.padEnd(2, '0')}`
}

/** An amount of the server in a field, without decimals that the currency has not. */
export const writeAmount = (amount: string, currency: string): string =>
  writeTyped(minorDigits(currency) === 0 ? inMinorDigits(amount, currency) : amount)

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
  const left = taken.reduce((rest, one) => rest - centsOf(one), centsOf(amount))
  return left > 0n ? textOf(left) : null
}
