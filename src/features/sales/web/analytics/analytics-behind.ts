import type { SalesAnalytics, SalesComparison, SalesTrend } from '../../contract.ts'
import { isSameMonth, monthNumber, monthText, quarterOf, type YearMonth } from '../../domain/months.ts'
import type { LinesFilter, Shown } from '../figure.ts'
import { type Against, shownChange } from '../opened-figure.ts'
import {
  type AnalyticsFilter,
  type Compared,
  type Figure,
  monthKey,
  type Side,
  type TrendOf,
} from './analytics-figure.ts'

/** What the screen is showing; not given: not there yet. */
export type AnalyticsShown = {
  analytics: SalesAnalytics | undefined
  trend: SalesTrend | undefined
  compared: SalesComparison | undefined
}

/** Which lines a figure is the sum of (D2); of a change, those of its later side. */
export function linesBehind(
  figure: Figure,
  filter: AnalyticsFilter,
  of: TrendOf,
  shown: AnalyticsShown,
): LinesFilter {
  if (figure.kind === 'compared') return linesOfSide(figure, figure.side, filter, shown.compared)
  if (figure.kind === 'change') return linesOfSide(figure, 'current', filter, shown.compared)
  if (figure.kind === 'growth') return linesOfGrowth(figure, 1, filter, shown.analytics)
  if (figure.kind === 'total') return filter
  if (figure.kind === 'quarter') return { ...filter, quarter: figure.quarter }
  if (figure.kind === 'product') return { ...filter, product: figure.product }
  if (figure.kind === 'customer') return { ...filter, customer: figure.customer }
  const { quarter: _, ...rest } = filter
  if (figure.kind === 'season') return { ...rest, ...of, year: undefined, month: figure.month }
  if (figure.kind === 'average') {
    const over = shown.trend?.averageOver ?? 1
    const from = monthText(monthNumber(figure) - over + 1)
    return { ...rest, ...of, year: undefined, from, to: monthKey(figure) }
  }
  const month = { year: figure.year, month: figure.month }
  return figure.kind === 'month' ? { ...rest, ...month } : { ...rest, ...of, ...month }
}

/** The comparison has periods of its own: year and quarter do not act on it. */
function linesOfSide(
  { product, customer, others }: Compared,
  side: Side,
  { search, currency }: AnalyticsFilter,
  compared: SalesComparison | undefined,
): LinesFilter {
  const [period, beside] =
    side === 'current' ? [compared?.period, compared?.against] : [compared?.against, compared?.period]
  const two = others && { others, besideFrom: beside?.from, besideTo: beside?.to }
  return { search, currency, product, customer, ...period, ...two }
}

type Growth = Extract<Figure, { kind: 'growth' }>

/** The compared months of the year (1) or of the one before (0). */
function linesOfGrowth(
  { quarter }: Growth,
  side: 0 | 1,
  { search, currency }: AnalyticsFilter,
  analytics: SalesAnalytics | undefined,
): LinesFilter {
  const { years, months } = analytics?.comparison ?? { years: [0, 0], months: [] }
  const those = months.filter((month) => quarter === undefined || quarterOf(month) === quarter)
  const at = (month = 1) => monthKey({ year: years[side] ?? 0, month })
  return { search, currency, from: at(those[0]), to: at(those.at(-1)) }
}

const grownOf = ({ quarter }: Growth, { quarters, comparison }: SalesAnalytics) =>
  quarter === undefined ? comparison : quarters[quarter - 1]?.comparison

/** The figure as it stands on the screen; null when the screen does not show it (any longer), undefined when not yet. */
export function shownFigure(figure: Figure, shown: AnalyticsShown): Shown | null | undefined {
  const { analytics, trend, compared } = shown
  if (figure.kind === 'season') return null
  if (figure.kind === 'compared') return compared && shownSide(figure, figure.side, compared)
  if (figure.kind === 'change') return compared && shownSide(figure, 'current', compared)
  if (!analytics || !trend) return undefined
  if (figure.kind === 'growth') return shownGrown(figure, 'current', analytics)
  if (figure.kind === 'total') {
    const { quantity, revenue, lines, quantityGrowth: _, revenueGrowth: __, ...counts } = analytics.totals
    return { quantity, amount: revenue, lines, counts }
  }
  if (figure.kind === 'quarter') {
    const row = analytics.quarters.find(({ quarter }) => quarter === figure.quarter)
    if (!row) return null
    const { quantity, amount, lines, orders } = row
    return { quantity, amount, lines, counts: { orders } }
  }
  if (figure.kind === 'average') {
    const average = trend.months.find(sameMonth(figure))?.average
    return average ? { ...average, lines: null } : null
  }
  const row =
    figure.kind === 'product'
      ? analytics.topProducts.find(({ key }) => key === figure.product)
      : figure.kind === 'customer'
        ? analytics.topCustomers.find(({ key }) => key === figure.customer)
        : (figure.kind === 'trend' ? trend.months : (analytics.topMonths ?? [])).find(sameMonth(figure))
  return row ? { quantity: row.quantity, amount: row.amount, lines: null } : null
}

const sameMonth = (month: YearMonth) => (other: YearMonth) => isSameMonth(month, other)

function shownGrown(figure: Growth, side: Side, analytics: SalesAnalytics): Shown | null {
  const grown = grownOf(figure, analytics)
  return grown ? { quantity: grown.quantity[side], amount: grown.revenue[side], lines: null } : null
}

/** Of one of two periods side by side. */
function shownSide(
  { product, customer, others }: Compared,
  side: Side,
  compared: SalesComparison,
): Shown | null {
  const { totals } = compared
  const figures = rowOf({ product, customer, others }, compared)
  if (!figures) return null
  const sums = { quantity: figures.quantity[side], amount: figures.revenue[side], lines: null }
  if (figures !== totals.figures) return sums
  const { lines, orders, customers, products } = totals
  return {
    ...sums,
    lines: lines[side],
    counts: { orders: orders[side], customers: customers[side], products: products[side] },
  }
}

function rowOf({ product, customer, others }: Compared, { totals, products, customers }: SalesComparison) {
  if (others) return (others === 'products' ? products : customers)?.rest
  const key = product ?? customer
  if (key === undefined) return totals.figures
  return (product === undefined ? customers : products)?.items.find((item) => item.key === key)?.figures
}

/** What a change compares; undefined for a figure that is none. */
export function againstOf(
  figure: Figure,
  filter: AnalyticsFilter,
  { analytics, compared }: AnalyticsShown,
  nameOf: (period: { from: string; to: string }) => string,
): Against | undefined {
  if (figure.kind === 'growth' && analytics) {
    const grown = grownOf(figure, analytics)
    const named = (side: 0 | 1) => {
      const { from = '', to = '' } = linesOfGrowth(figure, side, filter, analytics)
      return nameOf({ from, to })
    }
    return {
      of: figure.of,
      behind: linesOfGrowth(figure, 0, filter, analytics),
      shown: shownGrown(figure, 'previous', analytics),
      change: grown ? shownChange(figure.of === 'amount' ? grown.revenue : grown.quantity) : undefined,
      periods: { current: named(1), previous: named(0) },
    }
  }
  if (figure.kind !== 'change' || !compared) return undefined
  const { of } = figure
  const row = rowOf(figure, compared)
  const change =
    of === 'quantity' || of === 'amount'
      ? row?.[of === 'amount' ? 'revenue' : 'quantity']
      : compared.totals[of]
  return {
    of,
    behind: linesOfSide(figure, 'previous', filter, compared),
    shown: shownSide(figure, 'previous', compared),
    change: change && shownChange(change),
    periods: { current: nameOf(compared.period), previous: nameOf(compared.against) },
  }
}
