import type { Measure } from '../figure.ts'

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
  /** The average that ends with a month of the trend. */
  | { kind: 'average'; year: number; month: number }
  /** What the cards say of the year against the one before; of a quarter alone, or of all months that are over. */
  | { kind: 'growth'; of: 'quantity' | 'amount'; quarter?: number }
  /** Of one of two periods side by side. */
  | ({ kind: 'compared'; side: Side } & Compared)
  /** From one of them to the other. */
  | ({ kind: 'change'; of: Measure } & Compared)

/** A row of the two periods' lists: a product, a customer, or all that have no row; none of them: the totals. */
export type Compared = TrendOf & { others?: ComparedList }

export const monthKey = ({ year, month }: { year: number; month: number }): string =>
  `${year}-${String(month).padStart(2, '0')}`

/**
 * `total`, `quarter-2`, `product-AGH`, `customer-Clinic`, `month-2024-03`, `trend-2024-03`, `average-2024-03`, `season-3`,
 * `growth-amount`, `growth-amount-2`, `current`, `previous-product-AGH`, `current-others-products`, `change-orders`,
 * `change-amount-product-AGH`.
 */
export function writeFigure(figure: Figure): string {
  if (figure.kind === 'quarter') return `quarter-${figure.quarter}`
  if (figure.kind === 'product') return `product-${figure.product}`
  if (figure.kind === 'customer') return `customer-${figure.customer}`
  if (figure.kind === 'total') return 'total'
  if (figure.kind === 'compared') return `${figure.side}${writeCompared(figure)}`
  if (figure.kind === 'change') return `change-${figure.of}${writeCompared(figure)}`
  if (figure.kind === 'growth') return ['growth', figure.of, figure.quarter].filter(Boolean).join('-')
  if (figure.kind === 'season') return `season-${figure.month}`
  return `${figure.kind}-${monthKey(figure)}`
}

function writeCompared({ product, customer, others }: Compared): string {
  if (others) return `-others-${others}`
  if (product !== undefined) return `-product-${product}`
  return customer === undefined ? '' : `-customer-${customer}`
}

function readCompared(rest: string): Compared | null {
  if (rest === '') return {}
  const [, others] = rest.match(/^-others-(products|customers)$/) ?? []
  if (others) return { others: others as ComparedList }
  const [, list, key] = rest.match(/^-(product|customer)-(.+)$/s) ?? []
  return list ? { [list]: key } : null
}

/** The other way round; null for a text that names no figure. */
export function readFigure(text: string | undefined): Figure | null {
  if (text === 'total') return { kind: 'total' }
  const [, side, sided] = text?.match(/^(current|previous)(-.+)?$/s) ?? []
  if (side) {
    const row = readCompared(sided ?? '')
    return row && { kind: 'compared', side: side as Side, ...row }
  }
  const [, of, changed] =
    text?.match(/^change-(quantity|amount|lines|orders|customers|products)(-.+)?$/s) ?? []
  if (of) {
    const row = readCompared(changed ?? '')
    return row && { kind: 'change', of: of as Measure, ...row }
  }
  const [, grown, part] = text?.match(/^growth-(quantity|amount)(?:-([1-4]))?$/) ?? []
  if (grown === 'quantity' || grown === 'amount')
    return { kind: 'growth', of: grown, ...(part && { quarter: Number(part) }) }
  const [, kind, rest = ''] =
    text?.match(/^(quarter|product|customer|month|trend|average|season)-(.+)$/s) ?? []
  if (kind === 'product') return { kind, product: rest }
  if (kind === 'customer') return { kind, customer: rest }
  if (kind === 'quarter') return /^[1-4]$/.test(rest) ? { kind, quarter: Number(rest) } : null
  if (kind === 'season') return /^([1-9]|1[0-2])$/.test(rest) ? { kind, month: Number(rest) } : null
  const [, year, month] = rest.match(/^(\d{4})-(0[1-9]|1[0-2])$/) ?? []
  return (kind === 'month' || kind === 'trend' || kind === 'average') && year
    ? { kind, year: Number(year), month: Number(month) }
    : null
}
