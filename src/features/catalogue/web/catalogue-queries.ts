import { queryOptions } from '@tanstack/react-query'
import { createApi } from '../../../platform/web/api/create-api.ts'
import { cursorQuery } from '../../../platform/web/query/cursor-query.ts'
import { readOneOf, readText } from '../../../platform/web/url/read-search.ts'
import { PRODUCT_CLASSES, type ProductClass, productsContract } from '../../products/contract.ts'
import { catalogueContract } from '../contract.ts'

export const api = createApi(catalogueContract)
export const productsApi = createApi(productsContract)
const PAGE = 200

/** The address of the list (B6). */
export type CatalogueSearch = {
  search?: string | undefined
  category?: string | undefined
  class?: ProductClass | undefined
  tenant?: number | undefined
}

export const NO_FILTER = {
  search: undefined,
  category: undefined,
  class: undefined,
  tenant: undefined,
} as const satisfies CatalogueSearch

export function readCatalogueSearch(raw: Record<string, unknown>): CatalogueSearch {
  const tenant = Number(raw.tenant)
  return {
    search: readText(raw.search),
    category: readText(raw.category, 100),
    class: readOneOf(raw.class, PRODUCT_CLASSES),
    tenant: Number.isInteger(tenant) && tenant > 0 && tenant <= 2_147_483_647 ? tenant : undefined,
  }
}

/** What can be bought, page by page; the first page also counts it. */
export const catalogueQuery = ({ search, category, class: kind, tenant }: CatalogueSearch) =>
  cursorQuery({
    queryKey: ['catalogue', 'list', { search, category, class: kind, tenant }],
    fetchPage: (cursor, signal) =>
      api.list({ search, category, class: kind, tenant, limit: PAGE, cursor }, { signal }),
  })

/** Every price of a client for a product. */
export const pricesQuery = (tenantId: number, productId: number) =>
  queryOptions({
    queryKey: ['catalogue', 'prices', tenantId, productId],
    queryFn: ({ signal }) => api.prices({ tenantId, productId }, { signal }),
  })

/** What could be offered. */
export const candidatesQuery = (search: string) =>
  queryOptions({
    queryKey: ['catalogue', 'candidates', search],
    queryFn: async ({ signal }) => (await api.candidates({ search }, { signal })).items,
    enabled: search !== '',
  })

/** What is usual for the classes of products. */
export const classTermsQuery = queryOptions({
  queryKey: ['catalogue', 'classes'],
  queryFn: ({ signal }) => productsApi.classes(undefined, { signal }),
})
