import { expect, test } from 'vitest'
import type { SalesAnalytics, SalesComparison, SalesTrend } from '../../contract.ts'
import { againstOf, linesBehind, shownFigure } from './analytics-behind.ts'

const NOTHING = { analytics: undefined, trend: undefined, compared: undefined }

test('lines behind a figure take the filter with them, and the month its trend', () => {
  const filter = { search: 'zinc', year: 2024, quarter: 1, currency: 'CAD' }
  const month = { year: 2024, month: 2 }
  const common = { search: 'zinc', year: 2024, currency: 'CAD' }
  const of = { product: 'AGH' }
  expect(linesBehind({ kind: 'quarter', quarter: 1 }, filter, of, NOTHING)).toEqual({
    ...common,
    quarter: 1,
  })
  expect(linesBehind({ kind: 'customer', customer: 'Clinic' }, filter, of, NOTHING)).toEqual({
    ...filter,
    customer: 'Clinic',
  })
  expect(linesBehind({ kind: 'trend', ...month }, filter, of, NOTHING)).toEqual({
    ...common,
    month: 2,
    product: 'AGH',
  })
  expect(linesBehind({ kind: 'month', ...month }, filter, of, NOTHING)).toEqual({ ...common, month: 2 })
  // A season is over all years, also where the screen shows one.
  expect(linesBehind({ kind: 'season', month: 2 }, filter, of, NOTHING)).toEqual({
    search: 'zinc',
    currency: 'CAD',
    month: 2,
    product: 'AGH',
  })
})

const change = <T>(previous: T, current: T, growth: number, trend: string) => ({
  previous,
  current,
  growth,
  trend,
})
const changes = {
  quantity: change(40, 50, 25, 'growth'),
  revenue: change('0.00', '99.50', 0, 'new'),
}
const shown = {
  analytics: {
    comparison: { years: [2024, 2025], months: [1, 2, 3, 4, 5], ...changes },
    quarters: [
      { quarter: 1, comparison: null },
      { quarter: 2, comparison: changes },
    ],
  } as unknown as SalesAnalytics,
  trend: {
    averageOver: 12,
    months: [{ year: 2025, month: 3, average: { quantity: 1.5, amount: '2.00' } }],
  } as unknown as SalesTrend,
  compared: {
    period: { from: '2025-01', to: '2025-02' },
    against: { from: '2024-03', to: '2024-05' },
    totals: {
      figures: changes,
      ...Object.fromEntries(
        ['lines', 'orders', 'customers', 'products'].map((of) => [of, change(4, 5, 25, 'growth')]),
      ),
    },
    products: { items: [{ key: 'AGH', name: 'AGH', figures: changes }], others: 2, rest: changes },
    customers: null,
  } as unknown as SalesComparison,
}
const filter = { search: 'zinc', year: 2025, quarter: 2, currency: 'CAD' }
const own = { search: 'zinc', currency: 'CAD' }
const range = ({ from, to }: { from: string; to: string }) => `${from} to ${to}`

test('growth is of the months of both years that are compared, a quarter of its own alone', () => {
  const growth = { kind: 'growth', of: 'quantity' } as const
  expect(linesBehind(growth, filter, {}, shown)).toEqual({ ...own, from: '2025-01', to: '2025-05' })
  expect(againstOf(growth, filter, shown, range)).toEqual({
    of: 'quantity',
    behind: { ...own, from: '2024-01', to: '2024-05' },
    shown: { quantity: 40, amount: '0.00', lines: null },
    change: 25,
    periods: { current: '2025-01 to 2025-05', previous: '2024-01 to 2024-05' },
  })
  const second = { kind: 'growth', of: 'amount', quarter: 2 } as const
  expect(linesBehind(second, filter, {}, shown)).toEqual({ ...own, from: '2025-04', to: '2025-05' })
  // What was nothing before is new, and not 0 per cent.
  expect(againstOf(second, filter, shown, range)?.change).toBeNull()
  expect(shownFigure({ ...second, quarter: 1 }, shown)).toBeNull()
})

test('a change is of one row of both periods, and of what the totals count', () => {
  const product = { kind: 'change', of: 'quantity', product: 'AGH' } as const
  const both = againstOf(product, filter, shown, range)
  expect(linesBehind(product, filter, {}, shown)).toMatchObject({
    ...own,
    product: 'AGH',
    from: '2025-01',
    to: '2025-02',
  })
  expect(both?.behind).toMatchObject({ ...own, product: 'AGH', from: '2024-03', to: '2024-05' })
  expect(both?.change).toBe(25)
  expect(againstOf({ kind: 'change', of: 'orders' }, filter, shown, range)?.change).toBe(25)
  const others = { kind: 'change', of: 'amount', others: 'products' } as const
  expect(linesBehind(others, filter, {}, shown)).toMatchObject({ others: 'products', besideFrom: '2024-03' })
  expect(againstOf(others, filter, shown, range)?.behind).toMatchObject({
    from: '2024-03',
    besideFrom: '2025-01',
  })
  expect(
    againstOf({ kind: 'change', of: 'amount', product: 'Gone' }, filter, shown, range)?.change,
  ).toBeUndefined()
})

test('an average is of the months that end with its own, over the year’s edge', () => {
  const average = { kind: 'average', year: 2025, month: 3 } as const
  expect(linesBehind(average, filter, { product: 'AGH' }, shown)).toEqual({
    ...own,
    product: 'AGH',
    from: '2024-04',
    to: '2025-03',
  })
  expect(shownFigure(average, shown)).toEqual({ quantity: 1.5, amount: '2.00', lines: null })
  expect(shownFigure({ ...average, month: 2 }, shown)).toBeNull()
})
