import { createRoute } from '@tanstack/react-router'
import {
  documentationQuery,
  documentQuery,
  factSheetsQuery,
  legalQuery,
  productsQuery,
  qualityQuery,
} from '../../features/documents/web/documents-queries.ts'
import {
  type DocumentationSearch,
  type FactSheetsSearch,
  type QualitySearch,
  readDocumentationSearch,
  readDocumentSearch,
  readFactSheetsSearch,
  readQualitySearch,
} from '../../features/documents/web/documents-search.ts'
import {
  documentationNavigation,
  factSheetsNavigation,
  legalNavigation,
  productNavigation,
  qualityNavigation,
} from '../../features/documents/web/navigation.ts'
import { fetchedPage } from '../../platform/web/fetched-part.ts'
import { screen } from './screen.ts'
import { shell } from './shell-route.ts'

const legal = createRoute({
  getParentRoute: () => shell,
  path: '/legal',
  ...screen<object>(legalNavigation, (queries) => queries.prefetchQuery(legalQuery)),
  component: fetchedPage(() => import('../../features/documents/web/legal-page.tsx')),
})

const product = createRoute({
  getParentRoute: () => shell,
  path: '/product',
  ...screen<object>(productNavigation),
  component: fetchedPage(() => import('../../features/documents/web/product-page.tsx')),
})

const documentation = createRoute({
  getParentRoute: () => shell,
  path: '/product/documentation',
  validateSearch: readDocumentationSearch,
  ...screen(documentationNavigation, (queries, search: DocumentationSearch) =>
    search.view === 'cards'
      ? queries.prefetchQuery(productsQuery(search))
      : queries.prefetchInfiniteQuery(documentationQuery(search)),
  ),
  component: fetchedPage(() => import('../../features/documents/web/documentation-page.tsx')),
})

const factSheets = createRoute({
  getParentRoute: () => shell,
  path: '/product/mfs',
  validateSearch: readFactSheetsSearch,
  ...screen(factSheetsNavigation, (queries, search: FactSheetsSearch) =>
    queries.prefetchInfiniteQuery(factSheetsQuery(search)),
  ),
  component: fetchedPage(() => import('../../features/documents/web/fact-sheets-page.tsx')),
})

const quality = createRoute({
  getParentRoute: () => shell,
  path: '/qaqc',
  validateSearch: readQualitySearch,
  ...screen(qualityNavigation, (queries, { search }: QualitySearch) =>
    Promise.all([
      queries.prefetchInfiniteQuery(qualityQuery('qa', search)),
      queries.prefetchInfiniteQuery(qualityQuery('qc', search)),
    ]),
  ),
  component: fetchedPage(() => import('../../features/documents/web/quality-page.tsx')),
})

const document = createRoute({
  getParentRoute: () => shell,
  path: '/documents/$id',
  validateSearch: readDocumentSearch,
  ...screen<object>({ permission: 'documents.read' }, (queries, _search, _access, { id = '' }) =>
    /^[1-9]\d{0,8}$/.test(id) ? queries.prefetchQuery(documentQuery(Number(id))) : undefined,
  ),
  component: fetchedPage(() => import('../../features/documents/web/document-page.tsx')),
})

/** The library: its shelves, and one document of it. */
export const documentRoutes = [legal, product, documentation, factSheets, quality, document] as const
