import { type Figure, type HistoryFilter, readFigure, writeFigure } from './figure.ts'

/** The address of the screen: its filter, and the figure whose lines are open. */
export type HistorySearch = HistoryFilter & { lines?: string | undefined }

const text = (value: unknown, most: number) =>
  typeof value === 'string' && value.trim() ? value.trim().slice(0, most) : undefined

function whole(value: unknown, least: number, most: number): number | undefined {
  const number = typeof value === 'number' ? value : Number(text(value, 9) ?? Number.NaN)
  return Number.isInteger(number) && number >= least && number <= most ? number : undefined
}

/**
 * Reads the address: numbers or "all" (source, section 5). Whatever the API would refuse counts as not set; every
 * key is named, because the router would otherwise keep the raw value.
 */
export function readHistorySearch(raw: Record<string, unknown>): HistorySearch {
  const currency = text(raw.currency, 3)
  const figure = readFigure(text(raw.lines, 600))
  return {
    search: text(raw.search, 200),
    year: whole(raw.year, 1900, 2100),
    month: whole(raw.month, 1, 12),
    currency: currency && /^[A-Z]{3}$/.test(currency) ? currency : undefined,
    lines: figure ? writeFigure(figure) : undefined,
  }
}

export const filterOf = ({ search, year, month, currency }: HistorySearch): HistoryFilter => ({
  search,
  year,
  month,
  currency,
})

export const figureIn = ({ lines }: HistorySearch): Figure | null => readFigure(lines)
