import { createRoute, redirect } from '@tanstack/react-router'
import { demoRequestsQuery } from '../../features/demo-requests/web/demo-requests-queries.ts'
import {
  type DemoRequestsSearch,
  readDemoRequestsSearch,
} from '../../features/demo-requests/web/demo-requests-search.ts'
import { demoRequestsNavigation } from '../../features/demo-requests/web/navigation.ts'
import { feedbackQuery, feedbackSummaryQuery } from '../../features/feedback/web/feedback-queries.ts'
import { type FeedbackSearch, readFeedbackSearch } from '../../features/feedback/web/feedback-search.ts'
import { feedbackInboxNavigation } from '../../features/feedback/web/navigation.ts'
import { knowSession } from '../../features/session/web/look-up-session.ts'
import { lazyPage } from '../../platform/web/lazy-component.ts'
import { screen } from './screen.ts'
import { SessionLookUpFailed } from './shell/shell.tsx'
import { root, shell } from './shell-route.ts'

/** Outside the layout, and for those who are signed in (A1). */
export const feedback = createRoute({
  getParentRoute: () => root,
  path: '/feedback',
  beforeLoad: async () => {
    const { status } = await knowSession()
    const search = { next: '/feedback' }
    if (status === 'out') throw redirect({ to: '/acces', search, replace: true })
    if (status === 'enrol') throw redirect({ to: '/second-factor', search, replace: true })
  },
  component: lazyPage(() => import('./pages/feedback-page.tsx')),
  errorComponent: SessionLookUpFailed,
})

export const feedbackInbox = createRoute({
  getParentRoute: () => shell,
  path: '/admin/feedback',
  validateSearch: readFeedbackSearch,
  ...screen(feedbackInboxNavigation, (queries, search: FeedbackSearch) => [
    queries.prefetchInfiniteQuery(feedbackQuery(search)),
    queries.prefetchQuery(feedbackSummaryQuery),
  ]),
  component: lazyPage(() => import('../../features/feedback/web/feedback-inbox-page.tsx')),
})

export const demoRequests = createRoute({
  getParentRoute: () => shell,
  path: '/admin/demo-requests',
  validateSearch: readDemoRequestsSearch,
  ...screen(demoRequestsNavigation, (queries, search: DemoRequestsSearch) =>
    queries.prefetchInfiniteQuery(demoRequestsQuery(search)),
  ),
  component: lazyPage(() => import('../../features/demo-requests/web/demo-requests-page.tsx')),
})
