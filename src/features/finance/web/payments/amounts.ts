/** 1 234,5 → "1234.50"; undefined: no amount above 0 of at most two decimals. */
export function amountOf(typed: string): string | undefined {
  const text = typed.replace(/[\s\u00a0\u202f]/g, '').replace(',', '.')
  const [, whole = '', cents = ''] = /^(\d{1,11})(?:\.(\d{1,2}))?$/.exec(text) ?? []
  if (whole === '' || !/[1-9]/.test(text)) return undefined
  return `${BigInt(whole)}.${cents.padEnd(2, '0')}`
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
