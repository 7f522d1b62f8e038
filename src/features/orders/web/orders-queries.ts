import { queryOptions } from '@tanstack/react-query'
import { createApi } from '../../../platform/web/api/create-api.ts'
import { cursorQuery } from '../../../platform/web/query/cursor-query.ts'
import { ordersContract } from '../contract.ts'
import { NEWEST_FIRST, type OrdersSearch } from './orders-search.ts'

const api = createApi(ordersContract)

/** The orders that the address selects, page by page; counts and freshness come with the first page. */
export const ordersQuery = ({ search, status, group, sort = NEWEST_FIRST }: OrdersSearch) => {
  const filter = { search, status, group, sort: sort as never }
  return cursorQuery({
    queryKey: ['orders', 'list', filter],
    fetchPage: (cursor, signal) => api.list({ ...filter, cursor, limit: 100 }, { signal }),
  })
}

/** How many orders are active, for the menu. */
export const activeOrdersQuery = queryOptions({
  queryKey: ['orders', 'active-count'],
  queryFn: async ({ signal }) => (await api.list({ limit: 1 } as never, { signal })).counts?.active ?? null,
})
