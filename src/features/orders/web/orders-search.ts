import { withIgnoredParams } from '../../../platform/web/url/ignored-params.ts'
import { readOneOf, readText, readView } from '../../../platform/web/url/read-search.ts'
import { parseSort } from '../../../platform/web/url/url-state.ts'
import { ORDER_GROUPS, ORDER_SORTS, type OrderSort } from '../contract.ts'
import type { OrderGroup } from '../domain/order-status.ts'

/** The address of the screen: what is shown and in which order (B6). */
export type OrdersSearch = {
  search?: string | undefined
  status?: string | undefined
  group?: OrderGroup | undefined
  /** A column, with "-" before it for the other way round. */
  sort?: `${'' | '-'}${OrderSort}` | undefined
  /** The saved view that is on. */
  view?: string | undefined
}

/** The screen without an address of its own begins with the highest order numbers. */
export const DEFAULTS = { sort: '-ordNo' } as const satisfies OrdersSearch

export type OrdersFilter = OrdersSearch & { sort: NonNullable<OrdersSearch['sort']> }

/** Reads the address; what the API would refuse counts as not set. */
export const readOrdersSearch = withIgnoredParams((raw): OrdersSearch => {
  const sort = parseSort(readText(raw.sort))
  const field = readOneOf(sort?.field, ORDER_SORTS)
  return {
    search: readText(raw.search),
    status: readText(raw.status, 100)?.toLowerCase(),
    group: readOneOf(raw.group, ORDER_GROUPS),
    view: readView(raw.view),
    sort: field && `${sort?.descending ? '-' : ''}${field}`,
  }
})

export const filterOf = ({ search, status, group, sort = DEFAULTS.sort }: OrdersSearch): OrdersFilter => ({
  search,
  status,
  group,
  sort,
})

/** Whether anything is left out; the sort leaves nothing out. */
export const isFiltered = ({ search, status, group }: OrdersSearch): boolean =>
  search !== undefined || status !== undefined || group !== undefined
