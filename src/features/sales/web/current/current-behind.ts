import type { CurrentSales } from '../../contract.ts'
import type { HistoryFilter, LinesFilter, Shown } from '../figure.ts'
import { type Against, shownChange } from '../opened-figure.ts'
import type { CurrentFigure } from './current-figure.ts'

/** One side of a change: this year's, or that of the year before. */
const sideOf = (
  { code }: Extract<CurrentFigure, { kind: 'growth' }>,
  year: number,
): Extract<CurrentFigure, { kind: 'ytd' | 'code' }> =>
  code === undefined ? { kind: 'ytd', year } : { kind: 'code', year, code }

/**
 * Which lines a figure is the sum of (D2): search acts on everything; year-to-date and comparison keep their years and
 * take the month, up to the newest month that is over; a month is of the years that the trend shows.
 */
export function linesBehindCurrent(
  figure: CurrentFigure,
  filter: HistoryFilter,
  ytd: CurrentSales['ytd'] | undefined,
): LinesFilter {
  const own: LinesFilter = { ...filter, dataset: 'current' }
  const throughMonth = ytd?.throughMonth
  if (figure.kind === 'month') {
    const [previous, current] = ytd?.years ?? []
    const of = { ...own, month: figure.month }
    if (figure.year !== undefined) return { ...of, year: figure.year }
    return filter.year === undefined ? { ...of, fromYear: previous, toYear: current } : of
  }
  if (figure.kind === 'product') return { ...own, product: figure.product }
  if (figure.kind === 'growth') return linesBehindCurrent(sideOf(figure, ytd?.years[1] ?? 0), filter, ytd)
  if (figure.kind === 'ytd') return { ...own, year: figure.year, throughMonth }
  if (figure.kind === 'code') return { ...own, year: figure.year, throughMonth, code: figure.code }
  return own
}

type Sold = { quantity: number; revenue: string }

/** Both are exact: thousandths, and cents. */
const together = (one: Sold, other: Sold): Sold => ({
  quantity: Math.round(1000 * (one.quantity + other.quantity)) / 1000,
  revenue: (Math.round(100 * (Number(one.revenue) + Number(other.revenue))) / 100).toFixed(2),
})

const NOTHING: Sold = { quantity: 0, revenue: '0.00' }

/** What the trend says of a month: of the filtered year, else of both compared ones, or of one of them. */
function shownMonth(
  { month, year }: Extract<CurrentFigure, { kind: 'month' }>,
  { ytd, months }: CurrentSales,
  filtered: boolean,
): Sold | undefined {
  if (filtered && year === undefined) return months.find((one) => one.month === month)
  const both = ytd.months.find((one) => one.month === month)
  if (!both || (year !== undefined && !ytd.years.includes(year))) return undefined
  if (year === ytd.years[0]) return both.previous
  return year === undefined ? together(both.previous, both.current ?? NOTHING) : (both.current ?? undefined)
}

/** The figure as it stands on the screen; null when the screen does not show it (no longer among the top ones). */
export function shownCurrentFigure(
  figure: CurrentFigure,
  sales: CurrentSales,
  filter: Pick<HistoryFilter, 'year'>,
): Shown | null {
  const { totals, ytd, topProducts, comparison } = sales
  if (figure.kind === 'total') {
    const { quantity, revenue, lines, ...counts } = totals
    return { quantity, amount: revenue, lines, counts }
  }
  if (figure.kind === 'growth') return shownCurrentFigure(sideOf(figure, ytd.years[1]), sales, filter)
  const side = (year: number) =>
    year === ytd.years[0] ? 'previous' : year === ytd.years[1] ? 'current' : null
  const sold = (of: Sold | undefined) =>
    of ? { quantity: of.quantity, amount: of.revenue, lines: null } : null
  if (figure.kind === 'month') return sold(shownMonth(figure, sales, filter.year !== undefined))
  if (figure.kind === 'product') return sold(topProducts.find(({ key }) => key === figure.product))
  const which = side(figure.year)
  if (which === null) return null
  if (figure.kind === 'ytd') return sold({ quantity: ytd.quantity[which], revenue: ytd.revenue[which] })
  return sold(comparison.find(({ code }) => code === figure.code)?.[which])
}

/** What a change compares: this year, as far as it is over, with the year before. */
export function againstYearBefore(
  figure: CurrentFigure,
  filter: HistoryFilter,
  sales: CurrentSales | undefined,
): Against | undefined {
  if (figure.kind !== 'growth' || !sales) return undefined
  const { ytd, comparison } = sales
  const before = sideOf(figure, ytd.years[0])
  const sku = comparison.find(({ code }) => code === figure.code)
  const change = () => {
    if (figure.code === undefined) return shownChange(figure.of === 'amount' ? ytd.revenue : ytd.quantity)
    if (!sku) return undefined
    return figure.of === 'amount'
      ? shownChange({ growth: sku.revenueGrowth, trend: sku.trend })
      : shownChange({ growth: sku.quantityGrowth, trend: sku.quantityTrend })
  }
  return {
    of: figure.of,
    behind: linesBehindCurrent(before, filter, ytd),
    shown: shownCurrentFigure(before, sales, filter),
    change: change(),
    periods: { current: String(ytd.years[1]), previous: String(ytd.years[0]) },
  }
}
