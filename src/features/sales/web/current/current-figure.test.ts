import { describe, expect, it } from 'vitest'
import type { CurrentSales } from '../../contract.ts'
import { againstYearBefore, linesBehindCurrent, shownCurrentFigure } from './current-behind.ts'
import { type CurrentFigure, readCurrentFigure, writeCurrentFigure } from './current-figure.ts'

const FIGURES: [string, CurrentFigure][] = [
  ['total', { kind: 'total' }],
  ['month-12', { kind: 'month', month: 12 }],
  ['month-2025-12', { kind: 'month', month: 12, year: 2025 }],
  ['product-2024-AGH', { kind: 'product', product: '2024-AGH' }],
  ['ytd-2025', { kind: 'ytd', year: 2025 }],
  ['code-2025-81061-BOI-90017-01', { kind: 'code', year: 2025, code: '81061-BOI-90017-01' }],
  ['growth-quantity', { kind: 'growth', of: 'quantity' }],
  ['growth-amount-81061-BOI', { kind: 'growth', of: 'amount', code: '81061-BOI' }],
]

it.each(FIGURES)('%s is written and read', (text, figure) => {
  expect(writeCurrentFigure(figure)).toBe(text)
  expect(readCurrentFigure(text)).toEqual(figure)
})

it.each([
  undefined,
  '',
  'all',
  'month-0',
  'month-13',
  'month-25-1',
  'ytd-25',
  'ytd-',
  'code-2025-',
  'code-x-A',
  'product-',
  'year-2024',
])('%s names no figure', (text) => expect(readCurrentFigure(text)).toBeNull())

const filter = { search: 'gut', year: 2023, month: 3, currency: 'CAD' }
const own = { ...filter, dataset: 'current' }
const ytd = { years: [2024, 2025], throughMonth: 8 } as CurrentSales['ytd']

it.each<[CurrentFigure, object]>([
  [{ kind: 'total' }, own],
  [
    { kind: 'month', month: 5 },
    { ...own, month: 5 },
  ],
  [
    { kind: 'month', month: 5, year: 2025 },
    { ...own, month: 5, year: 2025 },
  ],
  [
    { kind: 'product', product: 'AGH' },
    { ...own, product: 'AGH' },
  ],
  // The compared years stay, whatever year is filtered by.
  [
    { kind: 'ytd', year: 2024 },
    { ...own, year: 2024, throughMonth: 8 },
  ],
  [
    { kind: 'code', year: 2025, code: 'A' },
    { ...own, year: 2025, throughMonth: 8, code: 'A' },
  ],
])('the lines behind %o', (figure, lines) => expect(linesBehindCurrent(figure, filter, ytd)).toEqual(lines))

it('without a year, a month is of both compared years', () =>
  expect(linesBehindCurrent({ kind: 'month', month: 5 }, { search: 'gut' }, ytd)).toEqual({
    dataset: 'current',
    search: 'gut',
    month: 5,
    fromYear: 2024,
    toYear: 2025,
  }))

describe('what the screen says of a figure', () => {
  const sold = (quantity: number) => ({ quantity, revenue: `${quantity}.00` })
  const shown = (quantity: number, lines: number | null = null) => ({
    quantity,
    amount: `${quantity}.00`,
    lines,
  })
  const side = { growth: 0, trend: 'stable' as const }
  const sales = {
    totals: { ...sold(1), lines: 9, orders: 2 },
    ytd: {
      years: [2024, 2025],
      quantity: { previous: 2, current: 3, ...side },
      revenue: { previous: '2.00', current: '3.00', ...side },
      months: [
        { month: 1, previous: sold(8), current: { quantity: 0.125, revenue: '-0.05' } },
        { month: 2, previous: sold(9), current: null },
      ],
    },
    months: [{ month: 1, ...sold(4) }],
    topProducts: [{ key: 'AGH', ...sold(5) }],
    comparison: [
      {
        code: 'A',
        previous: sold(6),
        current: sold(7),
        quantityGrowth: 16.7,
        quantityTrend: 'growth',
        revenueGrowth: 0,
        trend: 'new',
      },
    ],
  } as unknown as CurrentSales

  it.each<[CurrentFigure, object | null]>([
    [{ kind: 'total' }, { ...shown(1, 9), counts: { orders: 2 } }],
    [
      { kind: 'month', month: 1 },
      { quantity: 8.125, amount: '7.95', lines: null },
    ],
    [{ kind: 'month', month: 2 }, shown(9)],
    [{ kind: 'month', month: 1, year: 2024 }, shown(8)],
    [{ kind: 'month', month: 2, year: 2025 }, null],
    [{ kind: 'month', month: 1, year: 2023 }, null],
    [{ kind: 'product', product: 'AGH' }, shown(5)],
    [{ kind: 'product', product: 'gone' }, null],
    [{ kind: 'ytd', year: 2024 }, shown(2)],
    [{ kind: 'ytd', year: 2025 }, shown(3)],
    [{ kind: 'ytd', year: 2023 }, null],
    [{ kind: 'code', year: 2024, code: 'A' }, shown(6)],
    [{ kind: 'code', year: 2025, code: 'A' }, shown(7)],
    [{ kind: 'code', year: 2025, code: 'B' }, null],
    [{ kind: 'growth', of: 'amount' }, shown(3)],
    [{ kind: 'growth', of: 'amount', code: 'A' }, shown(7)],
  ])('%o', (figure, expected) => expect(shownCurrentFigure(figure, sales, {})).toEqual(expected))

  it('of a month of the year that is filtered by', () =>
    expect(shownCurrentFigure({ kind: 'month', month: 1 }, sales, { year: 2023 })).toEqual(shown(4)))

  it.each<[CurrentFigure, object | undefined]>([
    [
      { kind: 'growth', of: 'quantity' },
      { behind: { dataset: 'current', year: 2024 }, shown: shown(2), change: 0 },
    ],
    [
      { kind: 'growth', of: 'quantity', code: 'A' },
      { behind: { dataset: 'current', year: 2024, code: 'A' }, shown: shown(6), change: 16.7 },
    ],
    // What was nothing before is new, and not 0 per cent.
    [{ kind: 'growth', of: 'amount', code: 'A' }, { change: null }],
    [
      { kind: 'growth', of: 'amount', code: 'B' },
      { shown: null, change: undefined },
    ],
  ])('and what %o is compared with', (figure, expected) =>
    expect(againstYearBefore(figure, {}, sales)).toMatchObject(expected ?? {}),
  )

  it('a side alone is no change', () =>
    expect(againstYearBefore({ kind: 'ytd', year: 2024 }, {}, sales)).toBeUndefined())
})
