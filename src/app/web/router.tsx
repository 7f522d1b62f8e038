import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { ordersNavigation } from '../../features/orders/web/navigation.ts'
import { ordersQuery } from '../../features/orders/web/orders-queries.ts'
import {
  type OrdersSearch,
  filterOf as ordersFilterOf,
  readOrdersSearch,
} from '../../features/orders/web/orders-search.ts'
import { filterOf, type HistorySearch, readHistorySearch } from '../../features/sales/web/history-search.ts'
import { salesHistoryNavigation } from '../../features/sales/web/navigation.ts'
import { historyQuery } from '../../features/sales/web/sales-queries.ts'
import { knowSession } from '../../features/session/web/look-up-session.ts'
import { safeNext } from '../../features/session/web/next-path.ts'
import { parseSearch, stringifySearch } from '../../platform/web/url/search-codec.ts'
import { firstScreen } from './menu.ts'
import { NotFoundPage } from './pages/not-found-page.tsx'
import { FailedPage, PendingPage } from './pages/outcome-pages.tsx'
import { NothingVisiblePage } from './pages/refused-pages.tsx'
import { Root } from './root.tsx'
import { type RouterContext, screen } from './screen.ts'
import { SessionLookUpFailed, Shell } from './shell/shell.tsx'

const root = createRootRouteWithContext<RouterContext>()({ component: Root, errorComponent: FailedPage })

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/acces',
  validateSearch: (search: Record<string, unknown>): { next?: string } =>
    typeof search.next === 'string' ? { next: search.next } : {},
  beforeLoad: async ({ search }) => {
    const state = await knowSession()
    if (state.status !== 'out') throw redirect({ href: safeNext(search.next), replace: true })
  },
  component: lazyRouteComponent(() => import('../../features/session/web/sign-in-page.tsx'), 'SignInPage'),
  errorComponent: SessionLookUpFailed,
})

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  beforeLoad: ({ location }) => {
    throw redirect({ to: '/acces', search: location.search as { next?: string }, replace: true })
  },
})

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: async ({ location }) => {
    const state = await knowSession()
    if (state.status === 'out')
      throw redirect({ to: '/acces', search: { next: safeNext(location.href) }, replace: true })
  },
  component: Shell,
  errorComponent: SessionLookUpFailed,
})

/** The first screen that the asker may see, until the dashboard has its place. */
const home = createRoute({
  getParentRoute: () => shell,
  path: '/',
  beforeLoad: async () => {
    const to = firstScreen(await knowSession())
    if (to) throw redirect({ to, replace: true } as never)
  },
  component: NothingVisiblePage,
})

const orders = createRoute({
  getParentRoute: () => shell,
  path: '/orders',
  validateSearch: readOrdersSearch,
  ...screen(ordersNavigation, (queries, search: OrdersSearch) =>
    queries.prefetchInfiniteQuery(ordersQuery(ordersFilterOf(search))),
  ),
  component: lazyRouteComponent(() => import('../../features/orders/web/orders-page.tsx'), 'OrdersPage'),
})

const salesHistory = createRoute({
  getParentRoute: () => shell,
  path: '/sales',
  validateSearch: readHistorySearch,
  ...screen(salesHistoryNavigation, (queries, search: HistorySearch) =>
    queries.prefetchQuery(historyQuery(filterOf(search))),
  ),
  component: lazyRouteComponent(
    () => import('../../features/sales/web/sales-history-page.tsx'),
    'SalesHistoryPage',
  ),
})

const anyOther = createRoute({ getParentRoute: () => shell, path: '$', component: NotFoundPage })

const kit = import.meta.env.DEV
  ? [
      createRoute({
        getParentRoute: () => root,
        path: '/dev/kit',
        component: lazyRouteComponent(() => import('./dev/kit-page.tsx'), 'KitPage'),
      }),
    ]
  : []

const routeTree = root.addChildren([
  signIn,
  login,
  ...kit,
  shell.addChildren([home, orders, salesHistory, anyOther]),
])

export const createPortalRouter = (queries: QueryClient) =>
  createRouter({
    routeTree,
    context: { queries },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 300,
    defaultPendingMinMs: 200,
    defaultPendingComponent: PendingPage,
    defaultErrorComponent: FailedPage,
    scrollRestoration: true,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPortalRouter>
  }
}
