import { expect, test } from 'vitest'
import type { SalesTrend } from '../../contract.ts'
import { monthOf } from '../../domain/months.ts'
import { MOST_DRAWN, trendChart } from './trend-data.ts'

const words = {
  ...{ month: 'Month', unit: 'Revenue', average: 'Average', toDate: 'To date', later: 'Later' },
  ...{ forecast: 'Forecast', low: 'Low', high: 'High', interval: 'Interval' },
}
const COUNT = 92
const month = (at: number) => monthOf(2018 * 12 + at)
const trend = {
  months: Array.from({ length: COUNT }, (_, at) => ({
    ...month(at),
    amount: `${at}.00`,
    quantity: at,
    average: null,
    state: 'over',
  })),
  forecast: {
    amount: { months: [{ ...month(COUNT), value: '5.00', low: '4.00', high: '6.00' }] },
  },
} as unknown as SalesTrend

const chart = (most?: number) =>
  trendChart(trend, 'amount', words, String, ({ year, month }) => `${month}/${year}`, most)

test('the table and the files have every month and the forecast, and months that are months', () => {
  const { categories, series } = chart()
  expect(categories).toHaveLength(COUNT + 1)
  expect([categories[0]?.value, categories.at(-1)?.value]).toEqual(['2018-01', '2025-09'])
  expect(series[0]?.values.slice(0, 2)).toEqual(['0.00', '1.00'])
  expect(series.find(({ key }) => key === 'forecast')?.values.at(-1)).toBe('5.00')
})

test('the drawing has the newest of them, each with the same figures', () => {
  const [drawn, all] = [chart(MOST_DRAWN), chart()]
  expect(drawn.categories).toEqual(all.categories.slice(-MOST_DRAWN - 1))
  expect(drawn.series.map(({ values }) => values)).toEqual(
    all.series.map(({ values }) => values.slice(-MOST_DRAWN - 1)),
  )
})
