/** Money or a quantity of the wire as a whole number of thousandths: what is compared to the cent is not left to floats. */
const thousandths = (value: number | string): bigint => BigInt(Math.round(1000 * Number(value)))

const absolute = (value: bigint) => (value < 0n ? -value : value)

/** Rounded half away from zero, as the database rounds. */
function divided(value: bigint, by: bigint): bigint {
  const quotient = (2n * absolute(value) + absolute(by)) / (2n * absolute(by))
  return value < 0n === by < 0n ? quotient : -quotient
}

/** Per cent with one decimal from one figure to another (D1); 0 from nothing to nothing, null from nothing to something. */
export function changeOf(before: number | string, now: number | string): number | null {
  const [from, to] = [thousandths(before), thousandths(now)]
  if (from === 0n) return to === 0n ? 0 : null
  return Number(divided(1000n * (to - from), from)) / 10
}

/** A sum shared out over so many: with as many decimals as are asked for, three at most. */
export function averageOf(sum: number | string, over: number, decimals: 2 | 3): number {
  const unit = decimals === 2 ? 10n : 1n
  return Number(divided(thousandths(sum), BigInt(over) * unit)) / (decimals === 2 ? 100 : 1000)
}
