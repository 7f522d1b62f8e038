import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { createApi } from '../../../platform/web/api/create-api.ts'
import { cursorQuery } from '../../../platform/web/query/cursor-query.ts'
import { lotsContract } from '../contract.ts'
import type { LotsSearch } from './lots-search.ts'

export const lotsApi = createApi(lotsContract)
const PAGE = 100

/** The lots of a filter, page by page; the first page also counts them all. */
export const lotsQuery = ({ search, state }: LotsSearch) =>
  cursorQuery({
    queryKey: ['lots', 'list', { search, state }],
    fetchPage: (cursor, signal) => lotsApi.list({ search, state, limit: PAGE, cursor }, { signal }),
  })

/** One lot by its number, or `id:<id>`. What the server says of it is final: nothing to try again. */
export const lotQuery = (lotNo: string) =>
  queryOptions({
    queryKey: ['lots', 'detail', lotNo],
    queryFn: ({ signal }) => lotsApi.get({ lotNo }, { signal }),
  })

/** Each of its tests over the lots of the product. */
export const trendsQuery = (lotNo: string) =>
  queryOptions({
    queryKey: ['lots', 'trends', lotNo],
    queryFn: ({ signal }) => lotsApi.trends({ lotNo }, { signal }),
  })

/** A few lots to choose from, of one client or of all that the asker sees. */
export const lotsToChoose = (search: string, tenant?: number) =>
  queryOptions({
    queryKey: ['lots', 'choose', { search, tenant }],
    queryFn: async ({ signal }) =>
      (await lotsApi.list({ search: search || undefined, tenant, limit: 20 }, { signal })).items,
    placeholderData: keepPreviousData,
  })

/** The two newest lots that a text finds: one hit alone is the lot that was meant. */
export const foundLots = (search: string) => lotsApi.list({ search, limit: 2 })
