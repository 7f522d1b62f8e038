import { minorDigits } from '../../../../platform/contract/minor-digits.ts'

/** Cents as a provider counts, in the smallest unit of the currency; null: there is no such coin. */
export function toMinorUnits(cents: number, currency: string): number | null {
  const units = cents * 10 ** (minorDigits(currency) - 2)
  return Number.isInteger(units) ? units : null
}

export const fromMinorUnits = (units: number, currency: string): number =>
  Math.round(units / 10 ** (minorDigits(currency) - 2))
