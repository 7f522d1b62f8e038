import { minorDigits } from '../../../platform/contract/minor-digits.ts'

const MICRO = 1_000_000n

/** A decimal of up to six digits in millionths. */
function millionths(decimal: string): bigint {
  const [whole = '0', part = ''] = decimal.split('.')
  return BigInt(whole) * MICRO + BigInt(part.padEnd(6, '0').slice(0, 6))
}

/** Halves go away from zero; nothing here is below it. */
const divided = (amount: bigint, by: bigint) => (2n * amount + by) / (2n * by)

/**
 * What a line comes to, in cents: its quantity in thousandths times a price that is for `per` of its unit. Exact, and halves of
 * a cent, or of a whole one where the currency has nothing smaller, go away from zero; the same rule as portal.line_amount,
 * which keeps the amounts of stored lines.
 */
export function lineAmount(thousandths: number, unitPrice: string, per: string, currency: string): bigint {
  const amount = BigInt(thousandths) * millionths(unitPrice)
  const of = 10n * millionths(per)
  return minorDigits(currency) === 0 ? 100n * divided(amount, 100n * of) : divided(amount, of)
}

/** Whether a line in a currency of thousandths comes to one that cents do not hold. */
export function losesThousandth(
  thousandths: number,
  unitPrice: string,
  per: string,
  currency: string,
): boolean {
  if (minorDigits(currency) !== 3) return false
  return divided(BigInt(thousandths) * millionths(unitPrice), millionths(per)) % 10n !== 0n
}
