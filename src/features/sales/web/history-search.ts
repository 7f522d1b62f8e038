import { withIgnoredParams } from '../../../platform/web/url/ignored-params.ts'
import { readInteger, readText, readView } from '../../../platform/web/url/read-search.ts'
import { type HistoryFilter, readFigure, writeFigure } from './figure.ts'

/** The address of the screen: its filter, and the figure whose lines are open. */
export type HistorySearch = HistoryFilter & { lines?: string | undefined; view?: string | undefined }

/**
 * Reads the address: numbers or "all" (source, section 5). Whatever the API would refuse counts as not set, and is said; every
 * key is named, because the router would otherwise keep the raw value.
 */
export const salesSearch = (
  /** As the screen writes it; undefined when it is no figure of the screen. */
  figureOf: (text: string | undefined) => string | undefined,
) =>
  withIgnoredParams(
    (raw): HistorySearch => {
      const currency = readText(raw.currency)
      return {
        search: readText(raw.search),
        year: readInteger(raw.year, 1900, 2100),
        month: readInteger(raw.month, 1, 12),
        currency: currency && /^[A-Z]{3}$/.test(currency) ? currency : undefined,
        view: readView(raw.view),
        lines: figureOf(readText(raw.lines, 600)),
      }
    },
    ['lines'],
  )

export const readHistorySearch = salesSearch((text) => {
  const figure = readFigure(text)
  return figure ? writeFigure(figure) : undefined
})

export const filterOf = ({ search, year, month, currency }: HistorySearch): HistoryFilter => ({
  search,
  year,
  month,
  currency,
})
