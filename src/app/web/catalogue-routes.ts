import { createRoute } from '@tanstack/react-router'
import {
  type CatalogueSearch,
  catalogueQuery,
  readCatalogueSearch,
} from '../../features/catalogue/web/catalogue-queries.ts'
import { catalogueNavigation } from '../../features/catalogue/web/navigation.ts'
import { lazyPage } from '../../platform/web/lazy-component.ts'
import { screen } from './screen.ts'
import { shell } from './shell-route.ts'

export const catalogue = createRoute({
  getParentRoute: () => shell,
  path: '/product/catalogue',
  validateSearch: readCatalogueSearch,
  ...screen(catalogueNavigation, (queries, search: CatalogueSearch) =>
    queries.prefetchInfiniteQuery(catalogueQuery(search)),
  ),
  component: lazyPage(() => import('../../features/catalogue/web/catalogue-page.tsx')),
})
