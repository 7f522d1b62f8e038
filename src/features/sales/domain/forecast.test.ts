import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { forecast, type Prediction } from './forecast.ts'

const SEED = Number(process.env.TEST_SEED)
const options = { seed: SEED, numRuns: 60 }

const SEASON = [80, 90, 100, 130, 110, 95, 85, 90, 120, 140, 150, 60]
const series = (months: number, value: (at: number) => number) =>
  Array.from({ length: months }, (_, at) => value(at))
const season = (at: number) => SEASON[at % 12] as number
const predict = (values: readonly number[]) => forecast(values) as Prediction
const valuesOf = ({ months }: Prediction) => months.map(({ value }) => Math.round(value * 1000) / 1000)

describe('the forecast', () => {
  it.each([
    ['nothing', []],
    ['35 months', series(35, season)],
  ])('does not exist for %s', (_, values) => {
    expect(forecast(values)).toBeNull()
  })

  it.each([
    ['a constant', series(36, () => 7), [7, 7, 7, 7, 7, 7]],
    ['the same season each year', series(48, season), SEASON.slice(0, 6)],
    ['nothing at all', series(40, () => 0), [0, 0, 0, 0, 0, 0]],
  ])('of %s is last year again, without an error', (_, values, expected) => {
    const shown = predict(values)
    expect(shown.method).toBe('same_month_last_year')
    expect(valuesOf(shown)).toEqual(expected)
    expect(shown.months.every(({ value, low, high }) => low === value && high === value)).toBe(true)
    expect(shown.error).toBe(values.some((value) => value !== 0) ? 0 : null)
  })

  it.each([
    ['growing by steps', 'holt_winters_additive', (at: number) => 100 + 8 * at + 2 * season(at)],
    ['growing by a rate', 'holt_winters_multiplicative', (at: number) => season(at) * 1.008 ** at],
  ])('of a season %s is near what follows, and nearer than last year was', (_, method, value) => {
    const shown = predict(series(72, value))
    expect(shown.method).toBe(method)
    expect(shown.error as number).toBeLessThan((shown.naiveError as number) / 2)
    for (const [step, month] of shown.months.entries())
      expect(Math.abs(month.value / value(72 + step) - 1)).toBeLessThan(0.1)
  })

  it('of noise without a trend does not pretend to know more than last year', () => {
    // Last year repeated exactly in the back-test, with whatever came before.
    const noise = series(36, (at) => ((at * 7919) % 101) + 50)
    const repeated = [...noise, ...noise.slice(-12)]
    expect(predict(repeated)).toMatchObject({ method: 'same_month_last_year', error: 0, naiveError: 0 })
  })

  it('weighs the error over every month that was forecast', () => {
    // 100 a month, the last one 112: each of its six forecasts was 12 too low, of 57 × 100 + 6 × 112 + ... in all.
    const shown = predict([...series(59, () => 100), 112])
    const [wrong, whole] = [12 * 6, 100 * (1 + 2 + 3 + 4 + 5 + 6 * 6) + 112 * 6]
    expect(shown.naiveError).toBe(Math.round((1000 * wrong) / whole) / 10)
  })
})

describe('whatever the months were', () => {
  console.log(`forecast: TEST_SEED=${SEED}`)
  const amounts = fc.array(fc.integer({ min: -50_000, max: 1_000_000 }), { minLength: 36, maxLength: 130 })
  const positive = fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 36, maxLength: 80 })

  it('is six finite months in widening intervals, no worse in the back-test than last year', () => {
    fc.assert(
      fc.property(amounts, (values) => {
        const shown = predict(values)
        expect(shown.months.length).toBe(6)
        let width = 0
        for (const { value, low, high } of shown.months) {
          expect([value, low, high].every(Number.isFinite)).toBe(true)
          expect(low).toBeLessThanOrEqual(value)
          expect(high - value).toBeGreaterThanOrEqual(width - 1e-6)
          width = high - value
        }
        if (shown.error !== null) expect(shown.error).toBeLessThanOrEqual(shown.naiveError as number)
        if (values.slice(-96).every((value) => value >= 0))
          expect(shown.months.every(({ low }) => low >= 0)).toBe(true)
        if (values.slice(-96).some((value) => value <= 0))
          expect(shown.method).not.toBe('holt_winters_multiplicative')
      }),
      options,
    )
  })

  it('is the same each time, and follows the unit of the figures', () => {
    fc.assert(
      fc.property(positive, (values) => {
        const once = predict(values)
        expect(predict([...values])).toEqual(once)
        // A power of two, so that the arithmetic is exact.
        const scaled = predict(values.map((value) => value * 128))
        expect(scaled.months).toEqual(
          once.months.map(({ value, low, high }) => ({
            value: value * 128,
            low: low * 128,
            high: high * 128,
          })),
        )
        expect([scaled.method, scaled.error]).toEqual([once.method, once.error])
      }),
      { ...options, numRuns: 20 },
    )
  })

  it('looks back eight years and no further', () => {
    fc.assert(
      fc.property(amounts, amounts, (before, values) => {
        const long = [...before, ...before, ...before, ...values].slice(-140)
        expect(forecast(long)).toEqual(forecast(long.slice(-96)))
      }),
      { ...options, numRuns: 10 },
    )
  })
})
