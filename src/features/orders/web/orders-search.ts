import { readOneOf, readText } from '../../../platform/web/url/read-search.ts'
import { ORDER_GROUPS, ORDER_SORTS } from '../contract.ts'
import type { OrderGroup } from '../domain/order-status.ts'

/** The address of the screen; what is absent is not filtered, and the newest numbers come first. */
export type OrdersSearch = {
  search?: string | undefined
  status?: string | undefined
  group?: OrderGroup | undefined
  sort?: string | undefined
}

const SORTS = ORDER_SORTS.flatMap((field) => [field, `-${field}`])
export const NEWEST_FIRST = '-ordNo'

/** Reads the address; whatever the API would refuse counts as not set. */
export const readOrdersSearch = (raw: Record<string, unknown>): OrdersSearch => ({
  search: readText(raw.search),
  status: readText(raw.status, 100)?.toLowerCase(),
  group: readOneOf(raw.group, ORDER_GROUPS),
  sort: readOneOf(raw.sort, SORTS),
})
