/** How many digits a currency has behind its point; two where nobody knows it. */
function digitsOf(currency: string): number {
  const options = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
  return options.maximumFractionDigits ?? 2
}

/** Cents as a provider counts, in the smallest unit of the currency; null: there is no such coin. */
export function toMinorUnits(cents: number, currency: string): number | null {
  const units = cents * 10 ** (digitsOf(currency) - 2)
  return Number.isInteger(units) ? units : null
}

export const fromMinorUnits = (units: number, currency: string): number =>
  Math.round(units / 10 ** (digitsOf(currency) - 2))
