import { expect, test } from 'vitest'
import type { SalesHistory } from '../contract.ts'
import { type Figure, readFigure, writeFigure } from './figure.ts'
import { againstYearBefore, linesBehind, shownFigure } from './figure-behind.ts'

const WINDOW = [2019, 2020, 2021, 2022, 2023, 2024]

const figures: [string, Figure][] = [
  ['total', { kind: 'total' }],
  ['year-2024', { kind: 'year', year: 2024 }],
  ['month-12', { kind: 'month', month: 12 }],
  ['product-2024-all-AGH', { kind: 'product', product: '2024-all-AGH' }],
  ['evolution-2024-A-B\nC', { kind: 'evolution', product: 'A-B\nC', year: 2024 }],
  ['evolution-all-2024-X', { kind: 'evolution', product: '2024-X', year: null }],
]

test.each(figures)('the address %s names a figure, there and back', (text, figure) => {
  expect(writeFigure(figure)).toBe(text)
  expect(readFigure(text)).toEqual(figure)
})

test.each([
  '',
  'totals',
  'year-24',
  'year-2024x',
  'month-0',
  'month-13',
  'month-03',
  'product-',
  'evolution-2024',
  'x-1',
])('the address %j names none', (text) => {
  expect(readFigure(text)).toBeNull()
})

const filter = { search: 'a', year: 2022, month: 3, currency: 'CAD' }

test('lines behind: search always; yearly figures keep their years and take the month', () => {
  expect(linesBehind({ kind: 'total' }, filter, WINDOW)).toEqual(filter)
  expect(linesBehind({ kind: 'year', year: 2019 }, filter, WINDOW)).toEqual({ ...filter, year: 2019 })
  expect(linesBehind({ kind: 'month', month: 5 }, filter, WINDOW)).toEqual({ ...filter, month: 5 })
  expect(linesBehind({ kind: 'product', product: 'P' }, filter, WINDOW)).toEqual({ ...filter, product: 'P' })
  expect(linesBehind({ kind: 'evolution', product: 'P', year: 2020 }, filter, WINDOW)).toEqual({
    ...filter,
    year: 2020,
    product: 'P',
  })
  expect(linesBehind({ kind: 'evolution', product: 'P', year: null }, filter, WINDOW)).toEqual({
    ...filter,
    year: undefined,
    fromYear: 2019,
    toYear: 2024,
    product: 'P',
  })
})

const history: SalesHistory = {
  currency: 'CAD',
  otherCurrencies: [],
  totals: {
    quantity: 7,
    amount: '9.10',
    lines: 3,
    orders: 2,
    averagePerLine: '3.03',
    averagePerOrder: '4.55',
  },
  years: [{ year: 2023, quantity: 5, amount: '6.00' }],
  months: [{ month: 1, quantity: 2, amount: '1.00' }],
  topProducts: [{ key: 'P', product: 'P', quantity: 4, amount: '5.00' }],
  evolution: {
    years: WINDOW,
    products: [
      {
        key: 'P',
        product: 'P',
        quantities: [1, 0, 0, 0, 2, 0],
        changes: [null, -100, null, null, null, -100],
        total: 3,
      },
    ],
  },
  yearsAvailable: [2023],
  dataVersion: 1,
  asOf: null,
}

test.each<[Figure, ReturnType<typeof shownFigure>]>([
  [
    { kind: 'total' },
    {
      quantity: 7,
      amount: '9.10',
      lines: 3,
      counts: { orders: 2, averagePerLine: '3.03', averagePerOrder: '4.55' },
    },
  ],
  [
    { kind: 'year', year: 2023 },
    { quantity: 5, amount: '6.00', lines: null },
  ],
  [{ kind: 'year', year: 1999 }, null],
  [
    { kind: 'year', year: 2020 },
    { quantity: 0, amount: '0.00', lines: null },
  ],
  [
    { kind: 'month', month: 1 },
    { quantity: 2, amount: '1.00', lines: null },
  ],
  [
    { kind: 'product', product: 'P' },
    { quantity: 4, amount: '5.00', lines: null },
  ],
  [{ kind: 'product', product: 'gone' }, null],
  [
    { kind: 'evolution', product: 'P', year: 2023 },
    { quantity: 2, amount: null, lines: null },
  ],
  [
    { kind: 'evolution', product: 'P', year: 2020 },
    { quantity: 0, amount: null, lines: null },
  ],
  [{ kind: 'evolution', product: 'P', year: 2025 }, null],
  [
    { kind: 'evolution', product: 'P', year: null },
    { quantity: 3, amount: null, lines: null },
  ],
])('what the screen says of %j', (figure, shown) => {
  expect(shownFigure(figure, history)).toEqual(shown)
})

test('a year of the evolution is compared with the one before, where the table shows a change', () => {
  const of = (year: number | null) =>
    againstYearBefore({ kind: 'evolution', product: 'P', year }, { month: 3 }, history, String)
  expect(of(2024)).toEqual({
    of: 'quantity',
    behind: { month: 3, year: 2023, product: 'P' },
    shown: { quantity: 2, amount: null, lines: null },
    change: -100,
    periods: { current: '2024', previous: '2023' },
  })
  expect([of(2023), of(2019), of(null)]).toEqual([undefined, undefined, undefined])
  expect(againstYearBefore({ kind: 'year', year: 2023 }, {}, history, String)).toBeUndefined()
})
