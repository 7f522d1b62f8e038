import { queryOptions } from '@tanstack/react-query'
import { createApi } from '../../../platform/web/api/create-api.ts'
import { cursorQuery } from '../../../platform/web/query/cursor-query.ts'
import { ordersContract } from '../contract.ts'
import type { OrdersFilter } from './orders-search.ts'

export const api = createApi(ordersContract)
/** Enough for the table to draw only what is in sight and to fetch the rest while one scrolls. */
const PAGE = 200

/** The orders of a filter, page by page; the first page also counts them all. */
export const ordersQuery = (filter: OrdersFilter) =>
  cursorQuery({
    queryKey: ['orders', 'list', filter],
    fetchPage: (cursor, signal) => api.list({ ...filter, limit: PAGE, cursor }, { signal }),
  })

/** One order by its number, or `id:<id>`. What the server says of it is final: nothing to try again. */
export const orderQuery = (ordNo: string) =>
  queryOptions({
    queryKey: ['orders', 'detail', ordNo],
    queryFn: ({ signal }) => api.get({ ordNo }, { signal }),
  })

/** All that is recorded of an order, page by page. */
export const timelineQuery = (ordNo: string) =>
  cursorQuery({
    queryKey: ['orders', 'timeline', ordNo],
    fetchPage: (cursor, signal) => api.timeline({ ordNo, limit: PAGE, cursor }, { signal }),
  })

/** What other systems call statuses, for administrators. */
export const statusesQuery = queryOptions({
  queryKey: ['orders', 'statuses'],
  queryFn: async ({ signal }) => (await api.statuses({}, { signal })).items,
})

/** How many orders are active, for the menu. */
export const activeOrdersQuery = queryOptions({
  queryKey: ['orders', 'active-count'],
  queryFn: async ({ signal }) =>
    (await api.list({ limit: 1, sort: '-ordNo' }, { signal })).counts?.active ?? null,
})
