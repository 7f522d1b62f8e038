import { expect, test } from 'vitest'
import { readFigure, writeFigure } from './analytics-figure.ts'
import { readAnalyticsSearch } from './analytics-search.ts'

test('year and quarter are numbers, whether from the address or from the screen', () => {
  const address = {
    search: ' zinc ',
    year: '2024',
    quarter: '3',
    currency: 'USD',
    lines: 'quarter-2',
    unit: 'quantity',
  }
  const read = {
    search: 'zinc',
    year: 2024,
    quarter: 3,
    currency: 'USD',
    lines: 'quarter-2',
    unit: 'quantity',
  }
  expect(readAnalyticsSearch(address)).toEqual(read)
  expect(readAnalyticsSearch(read)).toEqual(read)
})

test.each([
  {},
  { year: 'all', quarter: 'All' },
  { year: '99999', quarter: '7' },
  { year: '20.5', quarter: '0' },
  { currency: 'cad', lines: 'nothing', unit: 'lines' },
  { lines: ['total'], search: 7, product: {} },
  { lines: 'month-2024-13' },
  { lines: 'season-13' },
  { lines: 'growth-lines' },
  { lines: 'growth-amount-5' },
  { lines: 'change-amounts' },
  { lines: 'change-amount-year-2024' },
  { from: '2024-01', againstFrom: '2024-13', againstTo: '2024-12' },
  { from: '2024-05', to: '2024-04' },
])('what the API would refuse counts as all: %j', (raw) => {
  const { ignoredParams: _, ...read } = readAnalyticsSearch(raw) as Record<string, unknown>
  expect(Object.values(read).every((value) => value === undefined)).toBe(true)
})

test.each([
  [
    { year: '99999', quarter: '7' },
    { year: '99999', quarter: '7' },
  ],
  [{ year: 'all', quarter: 'All', currency: 'cad' }, { currency: 'cad' }],
  [
    { from: '2024-05', to: '2024-04' },
    { from: '2024-05', to: '2024-04' },
  ],
  [{ year: '2024', quarter: '4' }, undefined],
])('what of it is said: %j', (raw, ignoredParams) => {
  expect((readAnalyticsSearch(raw) as Record<string, unknown>).ignoredParams).toEqual(ignoredParams)
})

test.each([
  'total',
  'quarter-2',
  'product-A-B',
  'customer-Côté & Co',
  'month-2024-03',
  'trend-2023-12',
  'season-3',
  'current',
  'previous-product-A-B',
  'current-customer-Côté',
  'current-others-products',
  'average-2024-03',
  'growth-amount',
  'growth-quantity-2',
  'change-orders',
  'change-amount-product-A-B',
  'change-quantity-others-customers',
])('the figure %s is read as it was written', (text) => {
  const figure = readFigure(text)
  expect(figure && writeFigure(figure)).toBe(text)
})
