import { type OrderSearch, readOrderSearch } from '../../features/orders/web/detail/order-search.ts'
import { ordersNavigation } from '../../features/orders/web/navigation.ts'
import { orderQuery, ordersQuery } from '../../features/orders/web/orders-queries.ts'
import { filterOf, type OrdersSearch, readOrdersSearch } from '../../features/orders/web/orders-search.ts'
import { lazyPage } from '../../platform/web/lazy-component.ts'
import { screen } from './screen.ts'

/** Every order, and one of them. */
export const ordersScreen = {
  path: '/orders',
  validateSearch: readOrdersSearch,
  ...screen(ordersNavigation, (queries, search: OrdersSearch) =>
    queries.prefetchInfiniteQuery(ordersQuery(filterOf(search))),
  ),
  component: lazyPage(() => import('../../features/orders/web/orders-page.tsx')),
} as const

export const orderScreen = {
  path: '/orders/$ordNo',
  validateSearch: readOrderSearch,
  ...screen(ordersNavigation, (queries, _search: OrderSearch, _access, { ordNo = '' }) =>
    queries.prefetchQuery(orderQuery(ordNo)),
  ),
  component: lazyPage(() => import('../../features/orders/web/detail/order-page.tsx')),
} as const
