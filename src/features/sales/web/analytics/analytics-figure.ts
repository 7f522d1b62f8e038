import type { SalesAnalytics, SalesComparison, SalesTrend } from '../../contract.ts'
import type { LinesFilter, Shown } from '../figure.ts'

/** What the figures of the screen are filtered by; nothing set: all of it. */
export type AnalyticsFilter = {
  search?: string | undefined
  year?: number | undefined
  quarter?: number | undefined
  currency?: string | undefined
}

/** Whose months the trend shows; neither: everything. */
export type TrendOf = { product?: string | undefined; customer?: string | undefined }

/** Two periods as the address has them, in months (2024-03); none: the year to date and the same months before. */
export type ComparedPeriods = {
  from?: string | undefined
  to?: string | undefined
  againstFrom?: string | undefined
  againstTo?: string | undefined
}
export type Side = 'current' | 'previous'
export type ComparedList = 'products' | 'customers'

/** A figure of the Sales Analytics screen, named so that an address can say which one's lines are open. */
export type Figure =
  | { kind: 'total' }
  | { kind: 'quarter'; quarter: number }
  | { kind: 'product'; product: string }
  | { kind: 'customer'; customer: string }
  /** Of the list in the place of the customers, and of the trend: then of its product or customer. */
  | { kind: 'month'; year: number; month: number }
  | { kind: 'trend'; year: number; month: number }
  /** A month of all years, of the trend's product or customer: an index of the season is no sum, and has no lines of its own. */
  | { kind: 'season'; month: number }
  /** Of one of two periods side by side. */
  | ({ kind: 'compared'; side: Side; others?: ComparedList } & TrendOf)

export const monthKey = ({ year, month }: { year: number; month: number }): string =>
  `${year}-${String(month).padStart(2, '0')}`

/** `total`, `quarter-2`, `product-AGH`, `customer-Clinic`, `month-2024-03`, `trend-2024-03`, `season-3`, `current`, `previous-product-AGH`, `current-others-products`. */
export function writeFigure(figure: Figure): string {
  if (figure.kind === 'quarter') return `quarter-${figure.quarter}`
  if (figure.kind === 'product') return `product-${figure.product}`
  if (figure.kind === 'customer') return `customer-${figure.customer}`
  if (figure.kind === 'total') return 'total'
  if (figure.kind === 'compared') {
    const { side, product, customer, others } = figure
    if (others) return `${side}-others-${others}`
    if (product !== undefined) return `${side}-product-${product}`
    return customer === undefined ? side : `${side}-customer-${customer}`
  }
  if (figure.kind === 'season') return `season-${figure.month}`
  return `${figure.kind}-${monthKey(figure)}`
}

/** The other way round; null for a text that names no figure. */
export function readFigure(text: string | undefined): Figure | null {
  if (text === 'total') return { kind: 'total' }
  if (text === 'current' || text === 'previous') return { kind: 'compared', side: text }
  const [, of, others] = text?.match(/^(current|previous)-others-(products|customers)$/) ?? []
  if (others) return { kind: 'compared', side: of as Side, others: others as ComparedList }
  const [, side, list, key = ''] = text?.match(/^(current|previous)-(product|customer)-(.+)$/s) ?? []
  if (side && list) return { kind: 'compared', side: side as Side, [list]: key }
  const [, kind, rest = ''] = text?.match(/^(quarter|product|customer|month|trend|season)-(.+)$/s) ?? []
  if (kind === 'product') return { kind, product: rest }
  if (kind === 'customer') return { kind, customer: rest }
  if (kind === 'quarter') return /^[1-4]$/.test(rest) ? { kind, quarter: Number(rest) } : null
  if (kind === 'season') return /^([1-9]|1[0-2])$/.test(rest) ? { kind, month: Number(rest) } : null
  const [, year, month] = rest.match(/^(\d{4})-(0[1-9]|1[0-2])$/) ?? []
  return (kind === 'month' || kind === 'trend') && year
    ? { kind, year: Number(year), month: Number(month) }
    : null
}

/** Which lines a figure is the sum of (D2). */
export function linesBehind(
  figure: Figure,
  filter: AnalyticsFilter,
  of: TrendOf,
  compared: SalesComparison | undefined,
): LinesFilter {
  if (figure.kind === 'compared') {
    const { side, product, customer, others } = figure
    const [period, beside] =
      side === 'current' ? [compared?.period, compared?.against] : [compared?.against, compared?.period]
    // The comparison has periods of its own: year and quarter do not act on it.
    const two = others && { others, besideFrom: beside?.from, besideTo: beside?.to }
    return { search: filter.search, currency: filter.currency, product, customer, ...period, ...two }
  }
  if (figure.kind === 'total') return filter
  if (figure.kind === 'quarter') return { ...filter, quarter: figure.quarter }
  if (figure.kind === 'product') return { ...filter, product: figure.product }
  if (figure.kind === 'customer') return { ...filter, customer: figure.customer }
  const { quarter: _, ...rest } = filter
  if (figure.kind === 'season') return { ...rest, ...of, year: undefined, month: figure.month }
  const month = { year: figure.year, month: figure.month }
  return figure.kind === 'month' ? { ...rest, ...month } : { ...rest, ...of, ...month }
}

/** The figure as it stands on the screen; null when the screen does not show it (any longer). */
export function shownFigure(
  figure: Exclude<Figure, { kind: 'compared' }>,
  screen: SalesAnalytics,
  trend: SalesTrend,
): Shown | null {
  if (figure.kind === 'season') return null
  if (figure.kind === 'total') {
    const { quantity, revenue, lines } = screen.totals
    return { quantity, amount: revenue, lines }
  }
  if (figure.kind === 'quarter') {
    const row = screen.quarters.find(({ quarter }) => quarter === figure.quarter)
    return row ? { quantity: row.quantity, amount: row.amount, lines: row.lines } : null
  }
  const row =
    figure.kind === 'product'
      ? screen.topProducts.find(({ key }) => key === figure.product)
      : figure.kind === 'customer'
        ? screen.topCustomers.find(({ key }) => key === figure.customer)
        : (figure.kind === 'trend' ? trend.months : (screen.topMonths ?? [])).find(
            ({ year, month }) => year === figure.year && month === figure.month,
          )
  return row ? { quantity: row.quantity, amount: row.amount, lines: null } : null
}

/** The same of one of two periods side by side. */
export function shownCompared(
  { side, product, customer, others }: Extract<Figure, { kind: 'compared' }>,
  { totals, products, customers }: SalesComparison,
): Shown | null {
  const list = product === undefined ? customers : products
  const key = product ?? customer
  const figures = others
    ? (others === 'products' ? products : customers)?.rest
    : (key === undefined ? totals : list?.items.find((item) => item.key === key))?.figures
  if (!figures) return null
  const { quantity, revenue } = figures
  return {
    quantity: quantity[side],
    amount: revenue[side],
    lines: key === undefined && !others ? totals.lines[side] : null,
  }
}
