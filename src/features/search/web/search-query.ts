import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { createApi } from '../../../platform/web/api/create-api.ts'
import { searchContract } from '../contract.ts'

const api = createApi(searchContract)

/** The hits of the term before stay while the next are on their way. */
export const searchQuery = (q: string) =>
  queryOptions({
    queryKey: ['search', q],
    queryFn: ({ signal }) => api.find({ q }, { signal }),
    enabled: q !== '',
    staleTime: 10_000,
    gcTime: 60_000,
    placeholderData: keepPreviousData,
  })
