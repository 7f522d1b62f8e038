const MICRO = 1_000_000n

/** A decimal of up to six digits in millionths. */
function millionths(decimal: string): bigint {
  const [whole = '0', part = ''] = decimal.split('.')
  return BigInt(whole) * MICRO + BigInt(part.padEnd(6, '0').slice(0, 6))
}

/**
 * What a line comes to, in cents: its quantity in thousandths times a price that is for `per` of its unit. Exact, and halves of
 * a cent go away from zero; the same rule as portal.line_amount, which keeps the amounts of stored lines.
 */
export function lineAmount(thousandths: number, unitPrice: string, per: string): bigint {
  const amount = BigInt(thousandths) * millionths(unitPrice)
  const of = 10n * millionths(per)
  return (2n * amount + of) / (2n * of)
}
