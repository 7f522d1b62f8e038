import { queryOptions } from '@tanstack/react-query'
import { createApi } from '../../../platform/web/api/create-api.ts'
import { cursorQuery } from '../../../platform/web/query/cursor-query.ts'
import { trackingContract } from '../contract.ts'
import type { TrackingFilter } from './tracking-search.ts'

const api = createApi(trackingContract)
/** Enough for the table to draw only what is in sight and to fetch the rest while one scrolls. */
const PAGE = 200
/** An order is seldom sent in more parts. */
const OF_ORDER = 50

/** The shipments of a filter, page by page; the first page also counts them all and says what a search found. */
export const shipmentsQuery = (filter: TrackingFilter) =>
  cursorQuery({
    queryKey: ['tracking', 'list', filter],
    fetchPage: (cursor, signal) => api.list({ ...filter, limit: PAGE, cursor }, { signal }),
  })

export const shipmentQuery = (id: number) =>
  queryOptions({
    queryKey: ['tracking', 'detail', id],
    queryFn: ({ signal }) => api.get({ id }, { signal }),
  })

export const shipmentsOfOrderQuery = (order: number) =>
  queryOptions({
    queryKey: ['tracking', 'order', order],
    queryFn: ({ signal }) => api.list({ order, sort: '-estimatedOn', limit: OF_ORDER }, { signal }),
  })

export const transitTimesQuery = queryOptions({
  queryKey: ['tracking', 'times'],
  queryFn: ({ signal }) => api.times({}, { signal }),
})
