const PERIOD = 12

/**
 * How each month of the year stands to an average one, in per cent: its ratio to the centred average of the twelve months
 * around it, averaged over the years. `firstMonth` is the calendar month (1 to 12) of the first value. Null with less than
 * two years; a calendar month without a usable ratio is null.
 */
export function seasonality(series: readonly number[], firstMonth: number): (number | null)[] | null {
  if (series.length < 2 * PERIOD) return null
  const ratios: number[][] = Array.from({ length: PERIOD }, () => [])
  for (let at = PERIOD / 2; at + PERIOD / 2 < series.length; at++) {
    const around = series.slice(at - PERIOD / 2, at + PERIOD / 2 + 1)
    const ends = ((around[0] ?? 0) + (around.at(-1) ?? 0)) / 2
    const average = (around.slice(1, -1).reduce((sum, value) => sum + value, 0) + ends) / PERIOD
    if (average > 0) ratios[(firstMonth - 1 + at) % PERIOD]?.push((series[at] ?? 0) / average)
  }
  const means = ratios.map((of) =>
    of.length === 0 ? null : of.reduce((sum, ratio) => sum + ratio, 0) / of.length,
  )
  const known = means.filter((mean) => mean !== null)
  const level = known.reduce((sum, mean) => sum + mean, 0) / Math.max(1, known.length)
  return means.map((mean) => (mean === null || level <= 0 ? null : Math.round((1000 * mean) / level) / 10))
}
