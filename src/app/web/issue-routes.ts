import { createRoute } from '@tanstack/react-router'
import { issueQuery, issuesQuery } from '../../features/issues/web/issues-queries.ts'
import { filterOf, type IssuesSearch, readIssuesSearch } from '../../features/issues/web/issues-search.ts'
import { issuesNavigation } from '../../features/issues/web/navigation.ts'
import { lazyPage } from '../../platform/web/lazy-component.ts'
import { screen } from './screen.ts'
import { shell } from './shell-route.ts'

export const issues = createRoute({
  getParentRoute: () => shell,
  path: '/orders/issues',
  validateSearch: readIssuesSearch,
  ...screen(issuesNavigation, (queries, search: IssuesSearch) =>
    queries.prefetchInfiniteQuery(issuesQuery(filterOf(search))),
  ),
  component: lazyPage(() => import('../../features/issues/web/issues-page.tsx')),
})

export const issue = createRoute({
  getParentRoute: () => shell,
  path: '/orders/issues/$number',
  ...screen<object>(issuesNavigation, (queries, _search, _access, { number = '' }) =>
    queries.prefetchQuery(issueQuery(number)),
  ),
  component: lazyPage(() => import('../../features/issues/web/issue-page.tsx')),
})
