import { queryOptions } from '@tanstack/react-query'
import { createApi } from '../../../../platform/web/api/create-api.ts'
import { cursorQuery } from '../../../../platform/web/query/cursor-query.ts'
import { documentRequestsContract } from '../../request-contract.ts'
import type { RequestsSearch } from './requests-search.ts'

export const requestsApi = createApi(documentRequestsContract)
export const REQUESTS = ['document-requests'] as const
const PAGE = 100

export const requestsQuery = (search: RequestsSearch) =>
  cursorQuery({
    queryKey: [...REQUESTS, 'list', search],
    fetchPage: (cursor, signal) => requestsApi.list({ ...search, limit: PAGE, cursor }, { signal }),
  })

export const requestQuery = (id: number) =>
  queryOptions({
    queryKey: [...REQUESTS, 'detail', id],
    queryFn: ({ signal }) => requestsApi.get({ id }, { signal }),
  })
