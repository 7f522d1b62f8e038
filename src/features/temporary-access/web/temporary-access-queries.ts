import { queryOptions } from '@tanstack/react-query'
import { createApi } from '../../../platform/web/api/create-api.ts'
import { cursorQuery } from '../../../platform/web/query/cursor-query.ts'
import { temporaryAccessContract } from '../contract.ts'

export const temporaryAccessApi = createApi(temporaryAccessContract)
const PAGE = 100

/** Every query of this feature begins so: after a change all of them are asked anew. */
export const TEMPORARY = ['temporary-access'] as const

export const accessQuery = cursorQuery({
  queryKey: [...TEMPORARY, 'list'],
  fetchPage: (cursor, signal) =>
    temporaryAccessApi.list({ limit: PAGE, ...(cursor && { cursor }) }, { signal }),
})

export const choicesQuery = queryOptions({
  queryKey: [...TEMPORARY, 'choices'],
  queryFn: ({ signal }) => temporaryAccessApi.choices({}, { signal }),
})
