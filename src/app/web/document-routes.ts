import { createRoute } from '@tanstack/react-router'
import { adminDocumentQuery, libraryQuery } from '../../features/documents/web/admin/library-queries.ts'
import { type LibrarySearch, readLibrarySearch } from '../../features/documents/web/admin/library-search.ts'
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
  documentRequestsNavigation,
  factSheetsNavigation,
  legalNavigation,
  libraryNavigation,
  productNavigation,
  qualityNavigation,
} from '../../features/documents/web/navigation.ts'
import { requestQuery, requestsQuery } from '../../features/documents/web/requests/requests-queries.ts'
import {
  type RequestsSearch,
  readRequestsSearch,
} from '../../features/documents/web/requests/requests-search.ts'
import { lazyPage } from '../../platform/web/lazy-component.ts'
import { screen } from './screen.ts'
import { shell } from './shell-route.ts'

const legal = createRoute({
  getParentRoute: () => shell,
  path: '/legal',
  ...screen<object>(legalNavigation, (queries) => queries.prefetchQuery(legalQuery)),
  component: lazyPage(() => import('../../features/documents/web/legal-page.tsx')),
})

const product = createRoute({
  getParentRoute: () => shell,
  path: '/product',
  ...screen<object>(productNavigation),
  component: lazyPage(() => import('../../features/documents/web/product-page.tsx')),
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
  component: lazyPage(() => import('../../features/documents/web/documentation-page.tsx')),
})

const factSheets = createRoute({
  getParentRoute: () => shell,
  path: '/product/mfs',
  validateSearch: readFactSheetsSearch,
  ...screen(factSheetsNavigation, (queries, search: FactSheetsSearch) =>
    queries.prefetchInfiniteQuery(factSheetsQuery(search)),
  ),
  component: lazyPage(() => import('../../features/documents/web/fact-sheets-page.tsx')),
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
  component: lazyPage(() => import('../../features/documents/web/quality-page.tsx')),
})

const document = createRoute({
  getParentRoute: () => shell,
  path: '/documents/$id',
  validateSearch: readDocumentSearch,
  ...screen<object>({ permission: 'documents.read' }, (queries, _search, _access, { id = '' }) =>
    /^[1-9]\d{0,8}$/.test(id) ? queries.prefetchQuery(documentQuery(Number(id))) : undefined,
  ),
  component: lazyPage(() => import('../../features/documents/web/document-page.tsx')),
})

const library = createRoute({
  getParentRoute: () => shell,
  path: '/admin/documents',
  validateSearch: readLibrarySearch,
  ...screen(libraryNavigation, (queries, search: LibrarySearch) =>
    queries.prefetchInfiniteQuery(libraryQuery(search)),
  ),
  component: lazyPage(() => import('../../features/documents/web/admin/library-page.tsx')),
})

const upload = createRoute({
  getParentRoute: () => shell,
  path: '/admin/documents/upload',
  ...screen<object>(libraryNavigation),
  component: lazyPage(() => import('../../features/documents/web/upload/upload-page.tsx')),
})

const kept = createRoute({
  getParentRoute: () => shell,
  path: '/admin/documents/$id',
  ...screen<object>(libraryNavigation, (queries, _search, _access, { id = '' }) =>
    /^[1-9]\d{0,8}$/.test(id) ? queries.prefetchQuery(adminDocumentQuery(Number(id))) : undefined,
  ),
  component: lazyPage(() => import('../../features/documents/web/admin/document-admin-page.tsx')),
})

const requests = createRoute({
  getParentRoute: () => shell,
  path: '/document-requests',
  validateSearch: readRequestsSearch,
  ...screen(documentRequestsNavigation, (queries, search: RequestsSearch) =>
    queries.prefetchInfiniteQuery(requestsQuery(search)),
  ),
  component: lazyPage(() => import('../../features/documents/web/requests/requests-page.tsx')),
})

const request = createRoute({
  getParentRoute: () => shell,
  path: '/document-requests/$id',
  ...screen<object>(documentRequestsNavigation, (queries, _search, _access, { id = '' }) =>
    /^[1-9]\d{0,14}$/.test(id) ? queries.prefetchQuery(requestQuery(Number(id))) : undefined,
  ),
  component: lazyPage(() => import('../../features/documents/web/requests/request-page.tsx')),
})

/** The library: its shelves, one document of it, and how it is looked after. */
export const documentRoutes = [
  ...[legal, product, documentation, factSheets, quality, document],
  ...[library, upload, kept, requests, request],
] as const
