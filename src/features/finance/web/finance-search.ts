import { withIgnoredParams } from '../../../platform/web/url/ignored-params.ts'
import { readOneOf, readText } from '../../../platform/web/url/read-search.ts'
import { parseSort } from '../../../platform/web/url/url-state.ts'
import {
  ASKED_STATES,
  type AskedState,
  INVOICE_SORTS,
  type InvoiceSort,
  OWED_PARTS,
  type OwedPart,
} from '../contract.ts'

/** The address of the screen: the currency of its figures, and which invoices in which order (B6). */
export type FinanceSearch = {
  currency?: string | undefined
  search?: string | undefined
  state?: AskedState | undefined
  part?: OwedPart | undefined
  from?: string | undefined
  to?: string | undefined
  /** What somebody brings back from the payment provider's page. */
  setup?: string | undefined
  page?: string | undefined
  payment?: string | undefined
  /** An invoice is begun: for a company, or from an order or shipment, by its id. */
  begin?: string | undefined
  /** A column, with "-" before it for the other way round. */
  sort?: `${'' | '-'}${InvoiceSort}` | undefined
}

/** The newest first. */
export const DEFAULTS = { sort: '-date' } as const satisfies FinanceSearch

/** What the list asks for; without a currency chosen, invoices of all. */
export type InvoiceFilter = Omit<FinanceSearch, 'setup' | 'page' | 'payment' | 'begin'> & {
  sort: NonNullable<FinanceSearch['sort']>
}

const day = (value: unknown) => {
  const text = readText(value, 10)
  return text && /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(text) && !Number.isNaN(Date.parse(text))
    ? text
    : undefined
}

const matching = (value: unknown, shape: RegExp) => {
  const text = readText(value, 255)
  return text && shape.test(text) ? text : undefined
}

/** Reads the address; what the API would refuse counts as not set. */
export const readFinanceSearch = withIgnoredParams(
  (raw): FinanceSearch => {
    const sort = parseSort(readText(raw.sort))
    const field = readOneOf(sort?.field, INVOICE_SORTS)
    const currency = readText(raw.currency)
    return {
      currency: currency && /^[A-Z]{3}$/.test(currency) ? currency : undefined,
      search: readText(raw.search),
      state: readOneOf(raw.state, ASKED_STATES),
      part: readOneOf(raw.part, OWED_PARTS),
      from: day(raw.from),
      to: day(raw.to),
      setup: matching(raw.setup, /^[\w-]{20,200}$/),
      page: matching(raw.page, /^[\w-]{1,255}$/),
      payment: matching(raw.payment, /^PAY-[0-9A-F]{10}$/),
      begin: matching(raw.begin, /^(company|order|shipment):[1-9]\d{0,15}$/),
      sort: field && `${sort?.descending ? '-' : ''}${field}`,
    }
  },
  ['setup', 'page', 'payment', 'begin'],
)

export const filterOf = ({
  setup: _,
  page: __,
  payment: ___,
  begin: ____,
  sort = DEFAULTS.sort,
  ...filter
}: FinanceSearch): InvoiceFilter => ({ ...filter, sort })

export const NO_FILTER = {
  search: undefined,
  state: undefined,
  part: undefined,
  from: undefined,
  to: undefined,
} as const satisfies FinanceSearch

/** Whether any invoice of the currency is left out. */
export const isFiltered = ({ search, state, part, from, to }: FinanceSearch): boolean =>
  [search, state, part, from, to].some((value) => value !== undefined)
