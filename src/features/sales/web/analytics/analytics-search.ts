import { withIgnoredParams } from '../../../../platform/web/url/ignored-params.ts'
import { readInteger, readOneOf, readText, readView } from '../../../../platform/web/url/read-search.ts'
import {
  type AnalyticsFilter,
  type ComparedPeriods,
  readFigure,
  type TrendOf,
  writeFigure,
} from './analytics-figure.ts'

/** The address of the screen: its filter, what the trend shows, and the figure whose lines are open. */
export type AnalyticsSearch = AnalyticsFilter &
  TrendOf &
  ComparedPeriods & {
    unit?: 'quantity' | undefined
    lines?: string | undefined
    view?: string | undefined
  }

/**
 * Reads the address. Whatever the API would refuse counts as not set; every key is named, because the router would
 * otherwise keep the raw value.
 */
export const readAnalyticsSearch = withIgnoredParams(
  (raw): AnalyticsSearch => {
    const currency = readText(raw.currency)
    const figure = readFigure(readText(raw.lines, 600))
    return {
      search: readText(raw.search),
      year: readInteger(raw.year, 1900, 2100),
      quarter: readInteger(raw.quarter, 1, 4),
      currency: currency && /^[A-Z]{3}$/.test(currency) ? currency : undefined,
      product: readText(raw.product, 500),
      customer: readText(raw.customer, 500),
      ...readPeriod(raw.from, raw.to, 'from', 'to'),
      ...readPeriod(raw.againstFrom, raw.againstTo, 'againstFrom', 'againstTo'),
      unit: readOneOf(raw.unit, ['quantity']),
      view: readView(raw.view),
      lines: figure ? writeFigure(figure) : undefined,
    }
  },
  ['lines', 'unit'],
)

export const analyticsFilterOf = ({ search, year, quarter, currency }: AnalyticsSearch): AnalyticsFilter => ({
  search,
  year,
  quarter,
  currency,
})

export const trendOf = ({ product, customer }: AnalyticsSearch): TrendOf => ({ product, customer })

export const periodsOf = ({ from, to, againstFrom, againstTo }: AnalyticsSearch): ComparedPeriods => ({
  from,
  to,
  againstFrom,
  againstTo,
})

/** Both ends in their order, or neither. */
function readPeriod<Key extends keyof ComparedPeriods>(first: unknown, last: unknown, from: Key, to: Key) {
  const [one, other] = [first, last].map((value) => {
    const text = readText(value)
    return text && /^(19|20)\d\d-(0[1-9]|1[0-2])$/.test(text) ? text : undefined
  })
  const fits = one !== undefined && other !== undefined && one <= other
  return { [from]: fits ? one : undefined, [to]: fits ? other : undefined } as Pick<ComparedPeriods, Key>
}
