/** A number without rounding: `digits` × 10 to the power of `-scale`. */
export type ExactNumber = { readonly digits: bigint; readonly scale: number }

/** Nothing that is measured needs more; a longer exponent would only cost memory. */
const MOST_PLACES = 40

/** From a sign, whole digits, decimals and a power of ten; null where it is longer than any measurement. */
export function exactNumber(
  negative: boolean,
  integer: string,
  fraction: string,
  exponent = 0,
): ExactNumber | null {
  const scale = fraction.length - exponent
  if (Math.abs(exponent) > MOST_PLACES || Math.abs(scale) > MOST_PLACES || integer.length > MOST_PLACES)
    return null
  const digits = BigInt(`${integer}${fraction}` || '0') * (negative ? -1n : 1n)
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 }
}

export const EXACT_ZERO: ExactNumber = { digits: 0n, scale: 0 }

const scaled = ({ digits, scale }: ExactNumber, to: number) => digits * 10n ** BigInt(to - scale)

/** Below 0, 0 or above 0, as `a` is less than, equal to or greater than `b`. */
export function compareExact(a: ExactNumber, b: ExactNumber): number {
  const scale = Math.max(a.scale, b.scale)
  const [left, right] = [scaled(a, scale), scaled(b, scale)]
  return left < right ? -1 : left > right ? 1 : 0
}

export function addExact(a: ExactNumber, b: ExactNumber, sign: 1n | -1n): ExactNumber {
  const scale = Math.max(a.scale, b.scale)
  return { digits: scaled(a, scale) + sign * scaled(b, scale), scale }
}

/** To so many places, half away from zero. */
export function roundExact(number: ExactNumber, places: number): ExactNumber {
  if (number.scale <= places) return number
  const unit = 10n ** BigInt(number.scale - places)
  const half = number.digits < 0n ? -unit / 2n : unit / 2n
  return { digits: (number.digits + half) / unit, scale: places }
}

/** Plain digits with a dot and without needless zeros: "12.5". */
export function exactText({ digits, scale }: ExactNumber): string {
  const plain = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0')
  const fraction = plain.slice(plain.length - scale).replace(/0+$/, '')
  const integer = plain.slice(0, plain.length - scale)
  return `${digits < 0n ? '-' : ''}${integer}${scale > 0 && fraction !== '' ? `.${fraction}` : ''}`
}
