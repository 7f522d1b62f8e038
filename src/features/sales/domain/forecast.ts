import { holtWinters } from './holt-winters.ts'

const FORECAST_MONTHS = 6
const FORECAST_NEEDS = 36
/** Older months say nothing of the season of today. */
const LOOKS_BACK = 96
const ORIGINS = 12
const PERIOD = 12
export const CONFIDENCE = 80
/** Standard deviations on both sides of a normal distribution that hold 80 % of it. */
const WIDTH = 1.2816

export type Method = 'same_month_last_year' | 'holt_winters_additive' | 'holt_winters_multiplicative'

export type Prediction = {
  method: Method
  months: { value: number; low: number; high: number }[]
  /** How many of the last months it was fitted to. */
  fitted: number
  origins: number
  /** Sum of the absolute errors in per cent of the sum of the months; null where that is 0. */
  error: number | null
  naiveError: number | null
}

type Model = (known: readonly number[], ahead: number) => number[]

/** From the simplest to the most elaborate: of equal errors the first wins. */
const MODELS: Record<Method, Model> = {
  same_month_last_year: (known, ahead) =>
    Array.from({ length: ahead }, (_, step) => known[known.length - PERIOD + (step % PERIOD)] ?? 0),
  holt_winters_additive: (known, ahead) => holtWinters(known, 'additive', ahead),
  holt_winters_multiplicative: (known, ahead) => holtWinters(known, 'multiplicative', ahead),
}

/** Errors by how many months ahead they were made, over the origins of the last year. */
function backTest(series: readonly number[], model: Model): number[][] {
  const errors: number[][] = Array.from({ length: FORECAST_MONTHS }, () => [])
  for (let origin = series.length - ORIGINS; origin < series.length; origin++)
    model(series.slice(0, origin), Math.min(FORECAST_MONTHS, series.length - origin)).forEach(
      (value, step) => {
        errors[step]?.push((series[origin + step] ?? 0) - value)
      },
    )
  return errors
}

const absolute = (errors: readonly number[][]) =>
  errors.flat().reduce((sum, error) => sum + Math.abs(error), 0)

/** What the months of the back-test add up to, each as often as it was forecast. */
const tested = (series: readonly number[]) =>
  series
    .slice(-ORIGINS)
    .reduce((sum, value, at) => sum + Math.abs(value) * Math.min(at + 1, FORECAST_MONTHS), 0)

const percent = (part: number, whole: number) => (whole === 0 ? null : Math.round((1000 * part) / whole) / 10)

/** Further ahead is never surer. */
function spreads(errors: readonly number[][]): number[] {
  let widest = 0
  return errors.map((of) => {
    const square = of.reduce((sum, error) => sum + error * error, 0) / Math.max(1, of.length)
    widest = Math.max(widest, Math.sqrt(square))
    return widest
  })
}

/**
 * The six months after a series of months that are over, or null where there are less than 36. Three methods forecast each
 * point of the last year with what was known then; the one with the smallest error is used, and "same month last year"
 * whenever none is better. The interval comes from those errors.
 */
export function forecast(all: readonly number[]): Prediction | null {
  if (all.length < FORECAST_NEEDS) return null
  const series = all.slice(-LOOKS_BACK)
  const methods = Object.keys(MODELS) as Method[]
  const possible = methods.filter(
    (method) => method !== 'holt_winters_multiplicative' || series.every((value) => value > 0),
  )
  const results = possible.map((method) => {
    const errors = backTest(series, MODELS[method])
    const months = MODELS[method](series, FORECAST_MONTHS)
    // A method that breaks down on this series has no finite answer, and so no smaller error either.
    return { method, errors, months, sum: months.every(Number.isFinite) ? absolute(errors) : Number.NaN }
  })
  const naive = results[0] as (typeof results)[number]
  const best = results.reduce((one, other) => (other.sum < one.sum ? other : one))
  const floor = series.every((value) => value >= 0) ? 0 : Number.NEGATIVE_INFINITY
  const spread = spreads(best.errors)
  const whole = tested(series)
  return {
    method: best.method,
    months: best.months.map((raw, step) => {
      const value = Math.max(floor, raw)
      const room = WIDTH * (spread[step] ?? 0)
      return { value, low: Math.max(floor, value - room), high: value + room }
    }),
    fitted: series.length,
    origins: ORIGINS,
    error: percent(best.sum, whole),
    naiveError: percent(naive.sum, whole),
  }
}
