/** The value below which that part of the others lies; 0: the least, 1: the greatest. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

/** How often a value of the second is greater than one of the first, less how often it is smaller: 0 where nothing tells them apart, 1 or -1 where everything does. */
export function cliffsDelta(first: readonly number[], second: readonly number[]): number {
  let sum = 0
  for (const a of first) for (const b of second) sum += Math.sign(b - a)
  return sum / (first.length * second.length)
}
