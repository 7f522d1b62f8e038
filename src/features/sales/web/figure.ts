import type { SalesHistory, SalesLineCounts } from '../contract.ts'
import type { DatasetName } from '../domain/sales-filters.ts'

/** What the figures of the screen are filtered by; nothing set: all of it. */
export type HistoryFilter = {
  search?: string | undefined
  year?: number | undefined
  month?: number | undefined
  currency?: string | undefined
}

/** A figure of the Sales History screen, named so that an address can say which one's lines are open. */
export type Figure =
  | { kind: 'total' }
  | { kind: 'year'; year: number }
  | { kind: 'month'; month: number }
  | { kind: 'product'; product: string }
  /** A cell of the evolution table; without a year, the product's total over the window. */
  | { kind: 'evolution'; product: string; year: number | null }

/** `total`, `year-2024`, `month-3`, `product-AGH`, `evolution-2024-AGH`, `evolution-all-AGH`. */
export function writeFigure(figure: Figure): string {
  if (figure.kind === 'year') return `year-${figure.year}`
  if (figure.kind === 'month') return `month-${figure.month}`
  if (figure.kind === 'product') return `product-${figure.product}`
  if (figure.kind === 'evolution') return `evolution-${figure.year ?? 'all'}-${figure.product}`
  return 'total'
}

/** The other way round; null for a text that names no figure. */
export function readFigure(text: string | undefined): Figure | null {
  if (text === 'total') return { kind: 'total' }
  const [, kind, rest = ''] = text?.match(/^(year|month|product|evolution)-(.+)$/s) ?? []
  if (kind === 'product') return { kind, product: rest }
  if (kind === 'evolution') {
    const [, year, product] = rest.match(/^(\d{4}|all)-(.+)$/s) ?? []
    return year && product ? { kind, product, year: year === 'all' ? null : Number(year) } : null
  }
  if (kind === 'year') return /^\d{4}$/.test(rest) ? { kind, year: Number(rest) } : null
  if (kind === 'month') return /^([1-9]|1[0-2])$/.test(rest) ? { kind, month: Number(rest) } : null
  return null
}

/** The lines that a figure of any sales screen is the sum of. */
export type LinesFilter = HistoryFilter & {
  /** Not given: sales history. */
  dataset?: DatasetName | undefined
  quarter?: number | undefined
  /** Months, 2024-03, both included. */
  from?: string | undefined
  to?: string | undefined
  product?: string | undefined
  code?: string | undefined
  customer?: string | undefined
  others?: 'products' | 'customers' | undefined
  besideFrom?: string | undefined
  besideTo?: string | undefined
  throughMonth?: number | undefined
  fromYear?: number | undefined
  toYear?: number | undefined
}

/** What can be compared of two periods. */
export type Measure = 'quantity' | 'amount' | 'lines' | 'orders' | 'customers' | 'products'

/** What the screen says; null where it says nothing of that kind. Amounts as the wire has them. */
export type Shown = {
  quantity: number | null
  amount: string | null
  lines: number | null
  /** What it counts of the lines beside, and their averages. */
  counts?: Partial<SalesLineCounts>
}

/** The years of the evolution and of the charts per year: "2019–2024". */
export const yearWindow = ({ evolution: { years } }: Pick<SalesHistory, 'evolution'>): string =>
  `${years[0] ?? ''}–${years.at(-1) ?? ''}`
