import { queryOptions } from '@tanstack/react-query'
import { createApi } from '../../../platform/web/api/create-api.ts'
import { cursorQuery } from '../../../platform/web/query/cursor-query.ts'
import { temporaryAccessContract } from '../contract.ts'

export const temporaryAccessApi = createApi(temporaryAccessContract)
const PAGE = 100

/** Every query of this feature begins so: after a change all of them are asked anew. */
export const TEMPORARY = ['temporary-access'] as const

export const accessQuery = (search: string | undefined) =>
  cursorQuery({
    queryKey: [...TEMPORARY, 'list', search],
    fetchPage: (cursor, signal) =>
      temporaryAccessApi.list({ search, limit: PAGE, ...(cursor && { cursor }) }, { signal }),
  })

export const choicesQuery = queryOptions({
  queryKey: [...TEMPORARY, 'choices'],
  queryFn: ({ signal }) => temporaryAccessApi.choices({}, { signal }),
})
