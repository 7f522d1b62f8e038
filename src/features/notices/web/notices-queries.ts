import { queryOptions } from '@tanstack/react-query'
import { createApi } from '../../../platform/web/api/create-api.ts'
import { cursorQuery } from '../../../platform/web/query/cursor-query.ts'
import { noticesContract } from '../contract.ts'
import type { NoticesSearch } from './notices-search.ts'

export const noticesApi = createApi(noticesContract)

/** Every query of what the asker was told begins so. */
export const TOLD = ['notices', 'told'] as const

export const summaryQuery = queryOptions({
  queryKey: [...TOLD, 'summary'],
  queryFn: ({ signal }) => noticesApi.summary(undefined, { signal }),
})

export const noticesQuery = (search: NoticesSearch, limit = 50) =>
  cursorQuery({
    queryKey: [...TOLD, 'list', search, limit],
    fetchPage: (cursor, signal) =>
      noticesApi.list({ ...search, limit, ...(cursor && { cursor }) }, { signal }),
  })

export const choicesQuery = queryOptions({
  queryKey: ['notices', 'choices'],
  queryFn: ({ signal }) => noticesApi.choices(undefined, { signal }),
})
