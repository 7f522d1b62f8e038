export type Random = ReturnType<typeof createRandom>

/** Numbers that look drawn by chance and are the same for the same seed, on every machine (sfc32). */
export function createRandom(seed: string) {
  let [a, b, c, d] = spread(seed)

  /** At least 0 and below 1. */
  function next(): number {
    const t = (((a + b) | 0) + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + t
    return (t >>> 0) / 4_294_967_296
  }
  for (let i = 0; i < 12; i++) next()

  const whole = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  return {
    next,
    /** Both ends included. */
    whole,
    chance: (share: number) => next() < share,
    pick: <T>(list: readonly T[]): T => list[whole(0, list.length - 1)] as T,
    /** One of the list, the likelier the higher its running total stands above the one before (see runningTotals). */
    pickByTotals<T>(list: readonly T[], totals: readonly number[]): T {
      const at = next() * (totals.at(-1) ?? 0)
      const index = totals.findIndex((total) => at < total)
      return list[index === -1 ? list.length - 1 : index] as T
    },
  }
}

/** Weights added up one after the other, for pickByTotals. */
export function runningTotals<T>(list: readonly T[], weight: (item: T) => number): number[] {
  let total = 0
  return list.map((item) => {
    total += weight(item)
    return total
  })
}

/** Four words from a text; every character moves all of them. */
function spread(text: string): [number, number, number, number] {
  let [a, b, c, d] = [1_779_033_703, 3_144_134_277, 1_013_904_242, 2_773_480_762]
  for (let i = 0; i < text.length; i++) {
    const k = text.charCodeAt(i)
    a = b ^ Math.imul(a ^ k, 597_399_067)
    b = c ^ Math.imul(b ^ k, 2_869_860_233)
    c = d ^ Math.imul(c ^ k, 951_274_213)
    d = a ^ Math.imul(d ^ k, 2_716_044_179)
  }
  return [a, b, c, d]
}
