import { queryOptions } from '@tanstack/react-query'
import { createApi } from '../../../platform/web/api/create-api.ts'
import { cursorQuery } from '../../../platform/web/query/cursor-query.ts'
import { auditContract } from '../contract.ts'
import { type AuditSearch, filterOf } from './audit-search.ts'

export const auditApi = createApi(auditContract)
const PAGE = 200

/** The trail as far as the filters select it, page by page; the first page counts all of it. */
export const auditQuery = (search: AuditSearch) =>
  cursorQuery({
    queryKey: ['audit', filterOf(search)],
    fetchPage: (cursor, signal) =>
      auditApi.list({ ...filterOf(search), limit: PAGE, ...(cursor && { cursor }) }, { signal }),
  })

export const checkpointQuery = queryOptions({
  queryKey: ['audit', 'checkpoint'],
  queryFn: ({ signal }) => auditApi.checkpoint({}, { signal }),
})
