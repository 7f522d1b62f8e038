import type { CurrentSales } from '../../contract.ts'
import type { HistoryFilter, LinesFilter, Shown } from '../figure.ts'

/** A figure of the Current Sales screen, named so that an address can say which one's lines are open. */
export type CurrentFigure =
  | { kind: 'total' }
  /** Of the year that is filtered by, else of both compared years together, or of one of them. */
  | { kind: 'month'; month: number; year?: number }
  | { kind: 'product'; product: string }
  /** One side of the year-to-date comparison. */
  | { kind: 'ytd'; year: number }
  /** One side of the comparison of a SKU. */
  | { kind: 'code'; year: number; code: string }

/** `total`, `month-3`, `month-2025-3`, `product-AGH`, `ytd-2025`, `code-2025-GH-60`. */
export function writeCurrentFigure(figure: CurrentFigure): string {
  if (figure.kind === 'month')
    return figure.year === undefined ? `month-${figure.month}` : `month-${figure.year}-${figure.month}`
  if (figure.kind === 'product') return `product-${figure.product}`
  if (figure.kind === 'ytd') return `ytd-${figure.year}`
  if (figure.kind === 'code') return `code-${figure.year}-${figure.code}`
  return 'total'
}

/** The other way round; null for a text that names no figure. */
export function readCurrentFigure(text: string | undefined): CurrentFigure | null {
  if (text === 'total') return { kind: 'total' }
  const [, kind, rest = ''] = text?.match(/^(month|product|ytd|code)-(.+)$/s) ?? []
  if (kind === 'product') return { kind, product: rest }
  if (kind === 'month') {
    const [, year, month] = rest.match(/^(?:(\d{4})-)?([1-9]|1[0-2])$/) ?? []
    return month ? { kind, month: Number(month), ...(year && { year: Number(year) }) } : null
  }
  if (kind === 'ytd') return /^\d{4}$/.test(rest) ? { kind, year: Number(rest) } : null
  const [, year, code] = (kind === 'code' && rest.match(/^(\d{4})-(.{1,100})$/s)) || []
  return year && code ? { kind: 'code', year: Number(year), code } : null
}

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
  if (figure.kind === 'total')
    return { quantity: totals.quantity, amount: totals.revenue, lines: totals.lines }
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
