import { withIgnoredParams } from '../../../platform/web/url/ignored-params.ts'
import { readOneOf, readText } from '../../../platform/web/url/read-search.ts'
import { parseSort } from '../../../platform/web/url/url-state.ts'
import { ORDER_STATES, PERIODS, PO_SORTS, type PoFilter, type PoSort } from '../contract.ts'
import { STATES, STATUSES } from '../domain/transitions.ts'

/** The address of the list (B6). */
export type PoSearch = PoFilter & { sort?: `${'' | '-'}${PoSort}` | undefined }
export type PoQuery = PoSearch & { sort: NonNullable<PoSearch['sort']> }

/** The newest first. */
export const DEFAULTS = { sort: '-date' } as const satisfies PoSearch

const day = (value: unknown) => {
  const text = readText(value, 10)
  return text && /^[12]\d{3}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined
}
const id = (value: unknown) => {
  const number = Number(value)
  return Number.isInteger(number) && number > 0 && number <= 2_147_483_647 ? number : undefined
}

/** Reads the address; what the API would refuse counts as not set. */
export const readPoSearch = withIgnoredParams((raw): PoSearch => {
  const sort = parseSort(readText(raw.sort))
  const field = readOneOf(sort?.field, PO_SORTS)
  return {
    search: readText(raw.search),
    state: readOneOf(raw.state, STATES),
    status: readOneOf(raw.status, STATUSES),
    period: readOneOf(raw.period, PERIODS),
    from: day(raw.from),
    to: day(raw.to),
    tenant: id(raw.tenant),
    waiting: readOneOf(raw.waiting, ['true'] as const),
    order: readOneOf(raw.order, ORDER_STATES),
    sort: field && `${sort?.descending ? '-' : ''}${field}`,
  }
})

export const filterOf = ({ sort = DEFAULTS.sort, ...filter }: PoSearch): PoQuery => ({ ...filter, sort })

export const NO_FILTER = {
  search: undefined,
  state: undefined,
  status: undefined,
  period: undefined,
  from: undefined,
  to: undefined,
  tenant: undefined,
  waiting: undefined,
  order: undefined,
} as const satisfies PoSearch

export const isFiltered = ({ sort: _, ...filter }: PoSearch): boolean =>
  Object.values(filter).some((value) => value !== undefined)

/** The address of the editor: which purchase order, order or issue (whose replacement is ordered) it begins with. */
export type NewPoSearch = {
  from?: number | undefined
  order?: number | undefined
  issue?: number | undefined
}
export const readNewPoSearch = (raw: Record<string, unknown>): NewPoSearch => ({
  from: id(raw.from),
  order: id(raw.order),
  issue: id(raw.issue),
})
