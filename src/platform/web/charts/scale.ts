/**
 * Round steps from zero (or below, for negative figures) that cover every value; at most `wanted` + 1 of them. Not from zero:
 * from near the lowest value, for what varies little about a figure far from it.
 */
export function niceTicks(values: readonly number[], wanted = 4, fromZero = true): number[] {
  const [least, most] = fromZero || values.length === 0 ? [0, 0] : [Infinity, -Infinity]
  const lowest = Math.min(least, ...values)
  const highest = Math.max(most, ...values)
  if (highest === lowest) return [lowest, lowest + 1]
  const span = highest - lowest
  const raw = span / wanted
  const magnitude = 10 ** Math.floor(Math.log10(raw))
  const step =
    [1, 2, 2.5, 5, 10].map((factor) => factor * magnitude).find((size) => size >= raw * 0.999999) ?? raw
  const first = Math.floor(lowest / step)
  const last = Math.max(Math.ceil(highest / step), first + 1)
  // Multiplying keeps 0.1 + 0.2 from showing.
  return Array.from({ length: last - first + 1 }, (_, index) =>
    Number(((first + index) * step).toPrecision(12)),
  )
}

/** Maps a value between two bounds onto pixels. */
export const linear =
  ([low, high]: readonly [number, number], [start, end]: readonly [number, number]) =>
  (value: number): number =>
    high === low ? start : start + ((value - low) / (high - low)) * (end - start)

/** Shows every n-th label so that they fit: n for `count` labels of `width` pixels in `room`. */
export const labelStep = (count: number, width: number, room: number): number =>
  Math.max(1, Math.ceil((count * width) / Math.max(room, 1)))
