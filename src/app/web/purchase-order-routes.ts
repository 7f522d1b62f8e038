import { createRoute } from '@tanstack/react-router'
import { purchaseOrdersNavigation } from '../../features/purchase-orders/web/navigation.ts'
import {
  purchaseOrderQuery,
  purchaseOrdersQuery,
  summaryQuery,
} from '../../features/purchase-orders/web/po-queries.ts'
import {
  filterOf,
  type PoSearch,
  readNewPoSearch,
  readPoSearch,
} from '../../features/purchase-orders/web/po-search.ts'
import { lazyPage } from '../../platform/web/lazy-component.ts'
import { screen } from './screen.ts'
import { shell } from './shell-route.ts'

const writes = { permission: 'purchase_orders.write', module: 'orders' } as const
const editor = lazyPage(() => import('../../features/purchase-orders/web/editor/draft-page.tsx'))

const list = createRoute({
  getParentRoute: () => shell,
  path: '/orders/purchase-orders',
  validateSearch: readPoSearch,
  ...screen(purchaseOrdersNavigation, (queries, search: PoSearch) => [
    queries.prefetchInfiniteQuery(purchaseOrdersQuery(filterOf(search))),
    queries.prefetchQuery(summaryQuery(filterOf(search))),
  ]),
  component: lazyPage(() => import('../../features/purchase-orders/web/po-list-page.tsx')),
})

const begin = createRoute({
  getParentRoute: () => shell,
  path: '/orders/purchase-orders/new',
  validateSearch: readNewPoSearch,
  ...screen<object>(writes),
  component: editor,
})

const edit = createRoute({
  getParentRoute: () => shell,
  path: '/orders/purchase-orders/$id/edit',
  ...screen<object>(writes),
  component: editor,
})

const one = createRoute({
  getParentRoute: () => shell,
  path: '/orders/purchase-orders/$id',
  ...screen<object>(purchaseOrdersNavigation, (queries, _search, _access, { id = '' }) =>
    /^[1-9]\d{0,14}$/.test(id) ? queries.prefetchQuery(purchaseOrderQuery(Number(id))) : undefined,
  ),
  component: lazyPage(() => import('../../features/purchase-orders/web/po-page.tsx')),
})

/** Purchase orders: all of them, one, and the form that they are written in. */
export const purchaseOrderRoutes = [list, begin, edit, one] as const
