import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { createApi } from '../../../platform/web/api/create-api.ts'
import { cursorQuery } from '../../../platform/web/query/cursor-query.ts'
import { purchaseOrdersContract } from '../contract.ts'
import type { PoQuery } from './po-search.ts'

export const api = createApi(purchaseOrdersContract)
const PAGE = 200

/** The purchase orders of a filter, page by page; the first page also counts them all. */
export const purchaseOrdersQuery = (filter: PoQuery) =>
  cursorQuery({
    queryKey: ['purchase-orders', 'list', filter],
    fetchPage: (cursor, signal) => api.list({ ...filter, limit: PAGE, cursor }, { signal }),
  })

/** Both charts, over all of the filter. */
export const summaryQuery = ({ sort: _, ...filter }: PoQuery) =>
  queryOptions({
    queryKey: ['purchase-orders', 'summary', filter],
    queryFn: ({ signal }) => api.summary(filter, { signal }),
    placeholderData: keepPreviousData,
  })

export const purchaseOrderQuery = (id: number) =>
  queryOptions({
    queryKey: ['purchase-orders', 'detail', id],
    queryFn: ({ signal }) => api.get({ id }, { signal }),
  })

/** Address book and approval limit; of staff, for the tenant named. */
export const settingsQuery = (tenant: number | undefined) =>
  queryOptions({
    queryKey: ['purchase-orders', 'settings', tenant],
    queryFn: ({ signal }) => api.settings({ tenant }, { signal }),
  })
