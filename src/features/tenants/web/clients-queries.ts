import { queryOptions } from '@tanstack/react-query'
import { createApi } from '../../../platform/web/api/create-api.ts'
import { cursorQuery } from '../../../platform/web/query/cursor-query.ts'
import { tenantsContract } from '../contract.ts'
import type { ClientsSearch } from './clients-search.ts'

export const clientsApi = createApi(tenantsContract)
const PAGE = 200

/** The clients as search, state and sorting want them, page by page. */
export const clientsQuery = (search: ClientsSearch) =>
  cursorQuery({
    queryKey: ['tenants', 'overview', search],
    fetchPage: (cursor, signal) =>
      clientsApi.overview({ ...search, limit: PAGE, ...(cursor && { cursor }) }, { signal }),
  })

export const clientQuery = (id: number) =>
  queryOptions({
    queryKey: ['tenants', 'one', id],
    queryFn: ({ signal }) => clientsApi.get({ id }, { signal }),
  })
