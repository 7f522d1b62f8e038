import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { createApi } from '../../../platform/web/api/create-api.ts'
import { cursorQuery } from '../../../platform/web/query/cursor-query.ts'
import { membersContract } from '../contract.ts'

export const membersApi = createApi(membersContract)

export const membersQuery = (search: string | undefined) =>
  queryOptions({
    queryKey: ['members', 'list', search],
    queryFn: ({ signal }) => membersApi.list({ search }, { signal }),
    placeholderData: keepPreviousData,
  })

export const viewingsQuery = (search: string | undefined) =>
  cursorQuery({
    queryKey: ['members', 'viewings', search],
    fetchPage: (cursor, signal) =>
      membersApi.viewings({ search, limit: 20, ...(cursor && { cursor }) }, { signal }),
  })
