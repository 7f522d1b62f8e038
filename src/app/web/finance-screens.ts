import { invoiceQuery, invoicesQuery, overviewQuery } from '../../features/finance/web/finance-queries.ts'
import { type FinanceSearch, filterOf, readFinanceSearch } from '../../features/finance/web/finance-search.ts'
import { financeNavigation } from '../../features/finance/web/navigation.ts'
import { lazyPage } from '../../platform/web/lazy-component.ts'
import { screen } from './screen.ts'

/** What is owed, and the invoices. */
export const financeScreen = {
  path: '/finance',
  validateSearch: readFinanceSearch,
  ...screen(financeNavigation, (queries, search: FinanceSearch) => [
    queries.prefetchQuery(overviewQuery(search.currency)),
    queries.prefetchInfiniteQuery(invoicesQuery(filterOf(search))),
  ]),
  component: lazyPage(() => import('../../features/finance/web/finance-page.tsx')),
} as const

/** The rows of the credit that is not yet applied. */
export const creditScreen = {
  path: '/finance/credit',
  validateSearch: ({ currency }: { currency?: string }) => ({ currency }),
  ...screen<object>(financeNavigation),
  component: lazyPage(() => import('../../features/finance/web/credit-page.tsx')),
} as const

export const invoiceScreen = {
  path: '/finance/invoices/$number',
  ...screen<object>(financeNavigation, (queries, _search, _access, { number = '' }) =>
    queries.prefetchQuery(invoiceQuery(number)),
  ),
  component: lazyPage(() => import('../../features/finance/web/invoice/invoice-page.tsx')),
} as const
