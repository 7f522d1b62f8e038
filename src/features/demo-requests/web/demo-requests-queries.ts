import { createApi } from '../../../platform/web/api/create-api.ts'
import { cursorQuery } from '../../../platform/web/query/cursor-query.ts'
import { demoRequestsContract } from '../contract.ts'
import type { DemoRequestsSearch } from './demo-requests-search.ts'

export const demoRequestsApi = createApi(demoRequestsContract)

export const demoRequestsQuery = (search: DemoRequestsSearch) =>
  cursorQuery({
    queryKey: ['demo-requests', search],
    fetchPage: (cursor, signal) =>
      demoRequestsApi.list({ ...search, limit: 100, ...(cursor && { cursor }) }, { signal }),
  })
