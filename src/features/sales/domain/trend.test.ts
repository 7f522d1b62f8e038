import { describe, expect, it } from 'vitest'
import { seasonality } from './seasonality.ts'
import { type MonthSum, trendOf } from './trend.ts'

const sum = (year: number, month: number, quantity: number, amount = `${quantity}.00`): MonthSum => ({
  year,
  month,
  quantity,
  amount,
})
const years = (from: number, to: number, quantity: (year: number, month: number) => number) =>
  Array.from(
    { length: (to - from + 1) * 12 },
    (_, at) => [from + Math.floor(at / 12), (at % 12) + 1] as const,
  ).map(([year, month]) => sum(year, month, quantity(year, month)))
const ASK = { calendar: { currentYear: 2025, throughMonth: 7 }, today: '2025-08-20' }
const keys = (months: readonly { year: number; month: number }[]) =>
  months.map(({ year, month }) => year * 100 + month)

describe('months of the trend', () => {
  it('are without gaps from the first with sales to the newest that is over', () => {
    const { months, monthsOver } = trendOf([sum(2025, 3, 5), sum(2025, 5, 7, '-7.10')], ASK)
    expect(keys(months)).toEqual([202503, 202504, 202505, 202506, 202507])
    expect(months.map(({ quantity }) => quantity)).toEqual([5, 0, 7, 0, 0])
    expect(months.map(({ amount }) => amount)).toEqual(['5.00', '0.00', '-7.10', '0.00', '0.00'])
    expect(monthsOver).toBe(5)
  })

  it('say which is still running and which is dated later', () => {
    const { months } = trendOf([sum(2025, 7, 1), sum(2025, 8, 1), sum(2025, 10, 1)], ASK)
    expect(months.map(({ state }) => state)).toEqual(['over', 'to_date', 'later', 'later'])
  })

  it('are none without sales', () => {
    expect(trendOf([], ASK)).toEqual({
      months: [],
      averageOver: 3,
      seasonality: null,
      forecast: null,
      monthsOver: 0,
    })
  })

  it('are at most twenty years back and two ahead, whatever a wrong year says', () => {
    const { months } = trendOf([sum(1, 1, 1), sum(2025, 1, 1), sum(9999, 12, 1)], ASK)
    expect(months.length).toBe(240)
    expect(keys(months).at(-1)).toBe(202507)
  })

  it.each([
    [{ year: 2024 }, Array.from({ length: 12 }, (_, at) => 202401 + at)],
    [{ year: 2024, quarter: 2 }, [202404, 202405, 202406]],
    [{ quarter: 1 }, [202301, 202302, 202303, 202401, 202402, 202403, 202501, 202502, 202503]],
  ])('of %j are those, without a forecast', (filter, expected) => {
    const shown = trendOf(years(2023, 2024, () => 1).concat(sum(2025, 1, 1)), { ...ASK, ...filter })
    expect(keys(shown.months)).toEqual(expected)
    expect(shown.forecast).toBeNull()
  })
})

describe('the moving average', () => {
  it('is over three months, and from two years on over twelve, of months that are over alone', () => {
    const few = trendOf([sum(2025, 5, 3), sum(2025, 6, 6), sum(2025, 7, 12), sum(2025, 8, 999)], ASK)
    expect(few.averageOver).toBe(3)
    expect(few.months.map(({ average }) => average)).toEqual([
      null,
      null,
      { quantity: 7, amount: '7.00' },
      null,
    ])
    const many = trendOf(
      years(2023, 2025, (year, month) => (year === 2025 && month === 1 ? 25 : 1)),
      ASK,
    )
    expect(many.averageOver).toBe(12)
    const shown = Object.fromEntries(many.months.map((month) => [keys([month])[0], month.average]))
    expect(shown[202311]).toBeNull()
    expect(shown[202312]).toEqual({ quantity: 1, amount: '1.00' })
    expect(shown[202501]).toEqual({ quantity: 3, amount: '3.00' })
  })
})

describe('the season', () => {
  it('is 100 each month where nothing differs, and what a month sells more', () => {
    const flat = Array.from({ length: 36 }, () => 10)
    expect(seasonality(flat, 1)).toEqual(Array.from({ length: 12 }, () => 100))
    const december = Array.from({ length: 48 }, (_, at) => (at % 12 === 11 ? 21 : 9))
    const shown = seasonality(december, 1) as number[]
    expect(shown[11]).toBe(210)
    expect(shown[0]).toBe(90)
  })

  it('knows by which month a series begins', () => {
    const values = Array.from({ length: 36 }, (_, at) => (at % 12 === 0 ? 21 : 9))
    expect(seasonality(values, 12)?.[11]).toBe(210)
  })

  it.each([
    ['less than two years', Array.from({ length: 23 }, () => 1), null],
    ['nothing but zero', Array.from({ length: 30 }, () => 0), Array.from({ length: 12 }, () => null)],
  ])('of %s says nothing', (_, values, expected) => {
    expect(seasonality(values, 1)).toEqual(expected)
  })
})

describe('the forecast', () => {
  it('begins with the month after the newest that is over, also where that one is running', () => {
    const { forecast } = trendOf(
      [...years(2022, 2024, (_, month) => month), ...years(2025, 2025, () => 900)],
      {
        ...ASK,
        calendar: { currentYear: 2025, throughMonth: 0 },
      },
    )
    expect(keys(forecast?.quantity.months ?? [])).toEqual([202501, 202502, 202503, 202504, 202505, 202506])
    expect(forecast?.quantity).toMatchObject({
      method: 'same_month_last_year',
      window: { from: { year: 2022, month: 1 }, to: { year: 2024, month: 12 }, months: 36 },
      backTest: { origins: 12, error: 0, naiveError: 0 },
    })
    expect(forecast?.quantity.months.map(({ value }) => value)).toEqual([1, 2, 3, 4, 5, 6])
    expect(forecast?.amount.months[5]).toEqual({
      year: 2025,
      month: 6,
      value: '6.00',
      low: '6.00',
      high: '6.00',
    })
  })
})
