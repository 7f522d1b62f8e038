import { queryOptions } from '@tanstack/react-query'
import { createApi } from '../../../platform/web/api/create-api.ts'
import { cursorQuery } from '../../../platform/web/query/cursor-query.ts'
import { documentsContract, documentsSignContract } from '../contract.ts'
import type { DocumentationSearch, FactSheetsSearch } from './documents-search.ts'

export const documentsApi = createApi({ ...documentsContract, ...documentsSignContract })
const PAGE = 100

/** Every query of this feature begins so. */
export const DOCUMENTS = ['documents'] as const

export const legalQuery = queryOptions({
  queryKey: [...DOCUMENTS, 'legal'],
  queryFn: ({ signal }) => documentsApi.legal({}, { signal }),
})

export const documentationQuery = ({ search, category, sort }: DocumentationSearch) =>
  cursorQuery({
    queryKey: [...DOCUMENTS, 'documentation', { search, category, sort }],
    fetchPage: (cursor, signal) =>
      documentsApi.documentation({ search, category, sort, limit: PAGE, cursor }, { signal }),
  })

export const productsQuery = ({ search, sort }: DocumentationSearch) =>
  queryOptions({
    queryKey: [...DOCUMENTS, 'products', { search, sort }],
    queryFn: ({ signal }) =>
      documentsApi.products(
        { search, sort: sort === '-title' ? '-name' : sort === 'category' ? 'line' : 'name' },
        { signal },
      ),
    placeholderData: (previous) => previous,
  })

export const factSheetsQuery = ({ search, category, sort, favourites }: FactSheetsSearch) =>
  cursorQuery({
    queryKey: [...DOCUMENTS, 'fact-sheets', { search, category, sort, favourites }],
    fetchPage: (cursor, signal) =>
      documentsApi.factSheets({ search, category, sort, favourites, limit: PAGE, cursor }, { signal }),
  })

export const qualityQuery = (shelf: 'qa' | 'qc' | 'lots', search: string | undefined) =>
  cursorQuery({
    queryKey: [...DOCUMENTS, shelf, { search }],
    fetchPage: (cursor, signal) =>
      documentsApi.quality({ shelf, search, sort: 'title', limit: PAGE, cursor }, { signal }),
  })

const OF_ORDER = 10

/** What can be opened of one order, a few at a time. */
export const ofOrderQuery = (order: number) =>
  cursorQuery({
    queryKey: [...DOCUMENTS, 'of-order', order],
    fetchPage: (cursor, signal) =>
      documentsApi.ofOrder({ ordNo: `id:${order}`, limit: OF_ORDER, cursor }, { signal }),
  })

export const documentQuery = (id: number) =>
  queryOptions({
    queryKey: [...DOCUMENTS, 'one', id],
    queryFn: ({ signal }) => documentsApi.get({ id }, { signal }),
  })
