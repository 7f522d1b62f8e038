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
  /** From one year to the other: of the year-to-date comparison, or of a SKU. */
  | { kind: 'growth'; of: 'quantity' | 'amount'; code?: string }

/** `total`, `month-3`, `month-2025-3`, `product-AGH`, `ytd-2025`, `code-2025-GH-60`, `growth-amount`, `growth-amount-GH-60`. */
export function writeCurrentFigure(figure: CurrentFigure): string {
  if (figure.kind === 'month')
    return figure.year === undefined ? `month-${figure.month}` : `month-${figure.year}-${figure.month}`
  if (figure.kind === 'product') return `product-${figure.product}`
  if (figure.kind === 'ytd') return `ytd-${figure.year}`
  if (figure.kind === 'code') return `code-${figure.year}-${figure.code}`
  if (figure.kind === 'growth') return ['growth', figure.of, figure.code].filter(Boolean).join('-')
  return 'total'
}

/** The other way round; null for a text that names no figure. */
export function readCurrentFigure(text: string | undefined): CurrentFigure | null {
  if (text === 'total') return { kind: 'total' }
  const [, of, sku] = text?.match(/^growth-(quantity|amount)(?:-(.{1,100}))?$/s) ?? []
  if (of === 'quantity' || of === 'amount') return { kind: 'growth', of, ...(sku && { code: sku }) }
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
