import { createRoute } from '@tanstack/react-router'
import { lotQuery, lotsQuery } from '../../features/lots/web/lots-queries.ts'
import {
  type LotSearch,
  type LotsSearch,
  readLotSearch,
  readLotsSearch,
} from '../../features/lots/web/lots-search.ts'
import { lotsNavigation } from '../../features/lots/web/navigation.ts'
import { lazyPage } from '../../platform/web/lazy-component.ts'
import { screen } from './screen.ts'
import { shell } from './shell-route.ts'

export const lots = createRoute({
  getParentRoute: () => shell,
  path: '/lots',
  validateSearch: readLotsSearch,
  ...screen(lotsNavigation, (queries, search: LotsSearch) =>
    queries.prefetchInfiniteQuery(lotsQuery(search)),
  ),
  component: lazyPage(() => import('../../features/lots/web/lots-page.tsx')),
})

export const lot = createRoute({
  getParentRoute: () => shell,
  path: '/lots/$lotNo',
  validateSearch: readLotSearch,
  ...screen(lotsNavigation, (queries, _search: LotSearch, _access, { lotNo = '' }) =>
    queries.prefetchQuery(lotQuery(lotNo)),
  ),
  component: lazyPage(() => import('../../features/lots/web/detail/lot-page.tsx')),
})
