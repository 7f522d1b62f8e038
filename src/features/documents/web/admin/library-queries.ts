import { queryOptions } from '@tanstack/react-query'
import { createApi } from '../../../../platform/web/api/create-api.ts'
import { cursorQuery } from '../../../../platform/web/query/cursor-query.ts'
import { documentsAdminContract } from '../../admin-contract.ts'
import { DOCUMENTS } from '../documents-queries.ts'
import type { LibrarySearch } from './library-search.ts'

export const libraryApi = createApi(documentsAdminContract)
const PAGE = 100

export const libraryQuery = (search: LibrarySearch) =>
  cursorQuery({
    queryKey: [...DOCUMENTS, 'library', search],
    fetchPage: (cursor, signal) => libraryApi.list({ ...search, limit: PAGE, cursor }, { signal }),
  })

export const adminDocumentQuery = (id: number) =>
  queryOptions({
    queryKey: [...DOCUMENTS, 'kept', id],
    queryFn: ({ signal }) => libraryApi.get({ id }, { signal }),
  })

/** Which systems upstream know these lots; the numbers are still being typed, so the last answer stays until the next. */
export const lotSourcesQuery = (lotNos: readonly string[], besides: number | null) =>
  queryOptions({
    queryKey: [...DOCUMENTS, 'lot-sources', lotNos, besides],
    queryFn: ({ signal }) =>
      libraryApi.lotSources({ lotNos: lotNos.join(','), ...(besides !== null && { besides }) }, { signal }),
    placeholderData: (previous) => previous,
  })

export const recordQuery = (id: number) =>
  queryOptions({
    queryKey: [...DOCUMENTS, 'record', id],
    queryFn: ({ signal }) => libraryApi.record({ id }, { signal }),
  })

export const acknowledgementsQuery = (id: number) =>
  queryOptions({
    queryKey: [...DOCUMENTS, 'acknowledgements', id],
    queryFn: ({ signal }) => libraryApi.acknowledgements({ id }, { signal }),
  })
