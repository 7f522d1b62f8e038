const PERIOD = 12
/** The trend flattens with each month ahead: what grew is not expected to grow for ever. */
const DAMPING = 0.95
const LEVELS = [0.05, 0.2, 0.4, 0.7]
const TRENDS = [0, 0.05, 0.2]
const SEASONS = [0.05, 0.2, 0.4]

export type Season = 'additive' | 'multiplicative'
type Smoothing = { level: number; trend: number; season: number }

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** Runs once over the series; answers what it expects next and the squared errors on the way. */
function run(series: readonly number[], by: Smoothing, season: Season, ahead: number) {
  const times = season === 'multiplicative'
  const first = mean(series.slice(0, PERIOD))
  const second = mean(series.slice(PERIOD, 2 * PERIOD))
  let level = first
  let trend = (second - first) / PERIOD
  const seasons = Array.from({ length: PERIOD }, (_, at) => {
    const [one = 0, two = 0] = [series[at], series[at + PERIOD]]
    return times ? (one / first + two / second) / 2 : (one - first + two - second) / 2
  })
  let squares = 0
  series.forEach((value, at) => {
    const before = seasons[at % PERIOD] ?? 0
    const base = level + DAMPING * trend
    const error = value - (times ? base * before : base + before)
    // The first year has set the seasons: its errors say little.
    if (at >= PERIOD) squares += error * error
    const next = by.level * (times ? value / before : value - before) + (1 - by.level) * base
    trend = by.trend * (next - level) + (1 - by.trend) * DAMPING * trend
    level = next
    seasons[at % PERIOD] = by.season * (times ? value / level : value - level) + (1 - by.season) * before
  })
  let damped = 0
  const expected = Array.from({ length: ahead }, (_, step) => {
    damped += DAMPING ** (step + 1)
    const base = level + damped * trend
    const of = seasons[(series.length + step) % PERIOD] ?? 0
    return times ? base * of : base + of
  })
  return { squares, expected }
}

/**
 * Damped Holt-Winters over months: level, trend and season, each smoothed. How strongly is chosen from a fixed grid by the
 * errors one month ahead, so that the same series always gives the same answer. Needs two years; `multiplicative` needs
 * values above zero.
 */
export function holtWinters(series: readonly number[], season: Season, ahead: number): number[] {
  let best: ReturnType<typeof run> | undefined
  for (const level of LEVELS)
    for (const trend of TRENDS)
      for (const strength of SEASONS) {
        const tried = run(series, { level, trend, season: strength }, season, ahead)
        if (!best || Number.isNaN(best.squares) || tried.squares < best.squares) best = tried
      }
  return best?.expected ?? []
}
