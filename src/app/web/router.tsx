import type { QueryClient } from '@tanstack/react-query'
import { createRoute, createRouter, redirect } from '@tanstack/react-router'
import { readAnnouncementsSearch } from '../../features/announcements/web/announcements-search.ts'
import { announcementsNavigation } from '../../features/announcements/web/navigation.ts'
import { readAuditSearch } from '../../features/audit/web/audit-search.ts'
import { auditNavigation } from '../../features/audit/web/navigation.ts'
import { companyNavigation } from '../../features/company/web/navigation.ts'
import {
  type DashboardSearch,
  dashboardQueries,
  readDashboardSearch,
} from '../../features/dashboard/web/dashboard-queries.ts'
import { dashboardNavigation } from '../../features/dashboard/web/navigation.ts'
import { displayRulesNavigation } from '../../features/display-rules/web/navigation.ts'
import { healthNavigation } from '../../features/health/web/navigation.ts'
import { readMailSearch } from '../../features/mail/web/mail-search.ts'
import { mailNavigation } from '../../features/mail/web/navigation.ts'
import { membersNavigation } from '../../features/members/web/navigation.ts'
import { readModulesSearch } from '../../features/modules/web/modules-search.ts'
import { modulesNavigation } from '../../features/modules/web/navigation.ts'
import { noticesNavigation } from '../../features/notices/web/navigation.ts'
import { noticesQuery } from '../../features/notices/web/notices-queries.ts'
import { type NoticesSearch, readNoticesSearch } from '../../features/notices/web/notices-search.ts'
import { profileNavigation, settingsNavigation } from '../../features/profile/web/navigation.ts'
import { reportingNavigation } from '../../features/reporting/web/navigation.ts'
import { calendarQuery } from '../../features/reporting/web/reporting-queries.ts'
import { rolesNavigation } from '../../features/roles/web/navigation.ts'
import { analyticsQuery } from '../../features/sales/web/analytics/analytics-queries.ts'
import {
  type AnalyticsSearch,
  analyticsFilterOf,
  readAnalyticsSearch,
} from '../../features/sales/web/analytics/analytics-search.ts'
import { type CurrentSearch, readCurrentSearch } from '../../features/sales/web/current/current-search.ts'
import { filterOf, type HistorySearch, readHistorySearch } from '../../features/sales/web/history-search.ts'
import {
  currentSalesNavigation,
  salesAnalyticsNavigation,
  salesHistoryNavigation,
} from '../../features/sales/web/navigation.ts'
import { currentQuery, historyQuery } from '../../features/sales/web/sales-queries.ts'
import { knowSession } from '../../features/session/web/look-up-session.ts'
import { securityNavigation } from '../../features/session/web/navigation.ts'
import { temporaryAccessNavigation } from '../../features/temporary-access/web/navigation.ts'
import { readClientsSearch } from '../../features/tenants/web/clients-search.ts'
import { clientsNavigation } from '../../features/tenants/web/navigation.ts'
import { trackingNavigation } from '../../features/tracking/web/navigation.ts'
import { shipmentsQuery } from '../../features/tracking/web/tracking-queries.ts'
import {
  readTrackingSearch,
  type TrackingSearch,
  filterOf as trackingFilterOf,
} from '../../features/tracking/web/tracking-search.ts'
import { unassignedNavigation } from '../../features/unassigned/web/navigation.ts'
import { readBatchesSearch } from '../../features/upstream/web/batches-search.ts'
import { upstreamNavigation } from '../../features/upstream/web/navigation.ts'
import { sessionsNavigation, usersNavigation } from '../../features/users/web/navigation.ts'
import { readSessionsSearch } from '../../features/users/web/sessions-search.ts'
import { readUsersSearch } from '../../features/users/web/users-search.ts'
import { isModuleVisible } from '../../platform/web/access/access.tsx'
import { lazyPage } from '../../platform/web/lazy-component.ts'
import { parseSearch, stringifySearch } from '../../platform/web/url/search-codec.ts'
import { about, projectOverview } from './about-route.ts'
import { catalogue } from './catalogue-routes.ts'
import { chat } from './chat-route.ts'
import { companyLink } from './company-link-route.ts'
import { documentRoutes } from './document-routes.ts'
import { demoRequests, feedback, feedbackInbox } from './feedback-routes.ts'
import { creditScreen, financeScreen, invoiceScreen } from './finance-screens.ts'
import { issue, issues } from './issue-routes.ts'
import { linkRoutes } from './link-routes.ts'
import { lot, lots } from './lot-routes.ts'
import { firstScreen } from './menu.ts'
import { orderScreen, ordersScreen } from './order-screens.ts'
import { NotFoundPage } from './pages/not-found-page.tsx'
import { FailedPage, PendingPage } from './pages/outcome-pages.tsx'
import { purchaseOrderRoutes } from './purchase-order-routes.ts'
import { screen } from './screen.ts'
import { root, shell } from './shell-route.ts'
import { signInRoutes } from './sign-in-routes.ts'
import { voice } from './voice-route.ts'

/** The dashboard; who may not see it begins at the first screen that they may. */
const home = createRoute({
  getParentRoute: () => shell,
  path: '/',
  validateSearch: readDashboardSearch,
  beforeLoad: async () => {
    const to = firstScreen(await knowSession())
    if (to && to !== dashboardNavigation.to) throw redirect({ to, replace: true } as never)
  },
  ...screen(dashboardNavigation, (queries, { currency }: DashboardSearch, access) =>
    dashboardQueries(access, currency).map((query) => queries.prefetchQuery(query)),
  ),
  // Without any screen there is nothing to refuse: the page says so itself.
  staticData: {},
  component: lazyPage(() => import('./pages/home-page.tsx')),
})

const orders = createRoute({ getParentRoute: () => shell, ...ordersScreen })
const order = createRoute({ getParentRoute: () => shell, ...orderScreen })
const finance = createRoute({ getParentRoute: () => shell, ...financeScreen })
const credit = createRoute({ getParentRoute: () => shell, ...creditScreen })
const invoice = createRoute({ getParentRoute: () => shell, ...invoiceScreen })
const tracking = createRoute({
  getParentRoute: () => shell,
  path: '/orders/tracking',
  validateSearch: readTrackingSearch,
  ...screen(trackingNavigation, (queries, search: TrackingSearch) =>
    queries.prefetchInfiniteQuery(shipmentsQuery(trackingFilterOf(search))),
  ),
  component: lazyPage(() => import('../../features/tracking/web/tracking-page.tsx')),
})

const salesHistory = createRoute({
  getParentRoute: () => shell,
  path: '/sales',
  validateSearch: readHistorySearch,
  ...screen(salesHistoryNavigation, (queries, search: HistorySearch) => [
    queries.prefetchQuery(historyQuery(filterOf(search))),
    queries.prefetchQuery(calendarQuery),
  ]),
  component: lazyPage(() => import('../../features/sales/web/sales-history-page.tsx')),
})

const currentSales = createRoute({
  getParentRoute: () => shell,
  path: '/current-sales',
  validateSearch: readCurrentSearch,
  ...screen(currentSalesNavigation, (queries, search: CurrentSearch) => [
    queries.prefetchQuery(currentQuery(filterOf(search))),
    queries.prefetchQuery(calendarQuery),
  ]),
  component: lazyPage(() => import('../../features/sales/web/current/current-sales-page.tsx')),
})

const salesAnalytics = createRoute({
  getParentRoute: () => shell,
  path: '/sales-analytics',
  validateSearch: readAnalyticsSearch,
  ...screen(salesAnalyticsNavigation, (queries, search: AnalyticsSearch, access) => [
    queries.prefetchQuery(analyticsQuery(analyticsFilterOf(search))),
    isModuleVisible(access, 'sales') && queries.prefetchQuery(calendarQuery),
  ]),
  component: lazyPage(() => import('../../features/sales/web/analytics/sales-analytics-page.tsx')),
})

const clients = createRoute({
  getParentRoute: () => shell,
  path: '/admin/tenants',
  validateSearch: readClientsSearch,
  ...screen<object>(clientsNavigation),
  component: lazyPage(() => import('../../features/tenants/web/clients-page.tsx')),
})

const client = createRoute({
  getParentRoute: () => shell,
  path: '/admin/tenants/$id',
  ...screen<object>(clientsNavigation),
  component: lazyPage(() => import('../../features/tenants/web/client-page.tsx')),
})

const announcements = createRoute({
  getParentRoute: () => shell,
  path: '/admin/announcements',
  validateSearch: readAnnouncementsSearch,
  ...screen<object>(announcementsNavigation),
  component: lazyPage(() => import('../../features/announcements/web/announcements-page.tsx')),
})

const modules = createRoute({
  getParentRoute: () => shell,
  path: '/admin/modules',
  validateSearch: readModulesSearch,
  ...screen<object>(modulesNavigation),
  component: lazyPage(() => import('../../features/modules/web/modules-page.tsx')),
})

const upstream = createRoute({
  getParentRoute: () => shell,
  path: '/admin/ingestion',
  validateSearch: readBatchesSearch,
  ...screen<object>(upstreamNavigation),
  component: lazyPage(() => import('../../features/upstream/web/upstream-page.tsx')),
})

const company = createRoute({
  getParentRoute: () => shell,
  path: '/admin/company',
  ...screen<object>(companyNavigation),
  component: lazyPage(() => import('../../features/company/web/company-page.tsx')),
})

const health = createRoute({
  getParentRoute: () => shell,
  path: '/admin/health',
  ...screen<object>(healthNavigation),
  component: lazyPage(() => import('../../features/health/web/health-page.tsx')),
})

const displayRules = createRoute({
  getParentRoute: () => shell,
  path: '/admin/display-rules',
  ...screen<object>(displayRulesNavigation),
  component: lazyPage(() => import('../../features/display-rules/web/display-rules-page.tsx')),
})

const unassigned = createRoute({
  getParentRoute: () => shell,
  path: '/admin/unassigned',
  ...screen<object>(unassignedNavigation),
  component: lazyPage(() => import('../../features/unassigned/web/unassigned-page.tsx')),
})

const reporting = createRoute({
  getParentRoute: () => shell,
  path: '/admin/reporting',
  ...screen<object>(reportingNavigation),
  component: lazyPage(() => import('../../features/reporting/web/reporting-page.tsx')),
})

const profile = createRoute({
  getParentRoute: () => shell,
  path: '/profile',
  ...screen<object>(profileNavigation),
  component: lazyPage(() => import('../../features/profile/web/profile-page.tsx')),
})

const settings = createRoute({
  getParentRoute: () => shell,
  path: '/settings',
  ...screen<object>(settingsNavigation),
  component: lazyPage(() => import('../../features/profile/web/settings-page.tsx')),
})

const notices = createRoute({
  getParentRoute: () => shell,
  path: '/notifications',
  validateSearch: readNoticesSearch,
  ...screen(noticesNavigation, (queries, search: NoticesSearch) =>
    queries.prefetchInfiniteQuery(noticesQuery(search)),
  ),
  component: lazyPage(() => import('../../features/notices/web/notices-page.tsx')),
})

const security = createRoute({
  getParentRoute: () => shell,
  path: '/security',
  ...screen<object>(securityNavigation),
  component: lazyPage(() => import('../../features/session/web/security-page.tsx')),
})

const members = createRoute({
  getParentRoute: () => shell,
  path: '/members',
  ...screen<object>(membersNavigation),
  component: lazyPage(() => import('../../features/members/web/members-page.tsx')),
})

const mails = createRoute({
  getParentRoute: () => shell,
  path: '/admin/mail',
  validateSearch: readMailSearch,
  ...screen<object>(mailNavigation),
  component: lazyPage(() => import('../../features/mail/web/mail-page.tsx')),
})

const audit = createRoute({
  getParentRoute: () => shell,
  path: '/admin/audit',
  validateSearch: readAuditSearch,
  ...screen<object>(auditNavigation),
  component: lazyPage(() => import('../../features/audit/web/audit-page.tsx')),
})

const users = createRoute({
  getParentRoute: () => shell,
  path: '/admin/users',
  validateSearch: readUsersSearch,
  ...screen<object>(usersNavigation),
  component: lazyPage(() => import('../../features/users/web/users-page.tsx')),
})

const user = createRoute({
  getParentRoute: () => shell,
  path: '/admin/users/$userId',
  ...screen<object>(usersNavigation),
  component: lazyPage(() => import('../../features/users/web/user/user-page.tsx')),
})

const sessions = createRoute({
  getParentRoute: () => shell,
  path: '/admin/sessions',
  validateSearch: readSessionsSearch,
  ...screen<object>(sessionsNavigation),
  component: lazyPage(() => import('../../features/users/web/sessions-page.tsx')),
})

const temporaryAccess = createRoute({
  getParentRoute: () => shell,
  path: '/admin/temporary-access',
  ...screen<object>(temporaryAccessNavigation),
  component: lazyPage(() => import('../../features/temporary-access/web/temporary-access-page.tsx')),
})

const roles = createRoute({
  getParentRoute: () => shell,
  path: '/admin/roles',
  ...screen<object>(rolesNavigation),
  component: lazyPage(() => import('../../features/roles/web/roles-page.tsx')),
})

const anyOther = createRoute({ getParentRoute: () => shell, path: '$', component: NotFoundPage })

const kit = import.meta.env.DEV
  ? [
      createRoute({
        getParentRoute: () => root,
        path: '/dev/kit',
        component: lazyPage(() => import('./dev/kit-page.tsx')),
      }),
    ]
  : []

const routeTree = root.addChildren([
  ...signInRoutes(root),
  ...linkRoutes(root),
  feedback,
  about,
  ...kit,
  shell.addChildren([
    home,
    companyLink,
    orders,
    order,
    tracking,
    issues,
    issue,
    chat,
    voice,
    projectOverview,
    finance,
    credit,
    invoice,
    lots,
    lot,
    salesHistory,
    currentSales,
    salesAnalytics,
    clients,
    announcements,
    feedbackInbox,
    demoRequests,
    client,
    modules,
    upstream,
    company,
    health,
    displayRules,
    unassigned,
    reporting,
    profile,
    settings,
    security,
    notices,
    members,
    mails,
    audit,
    users,
    user,
    sessions,
    temporaryAccess,
    roles,
    catalogue,
    ...purchaseOrderRoutes,
    ...documentRoutes,
    anyOther,
  ]),
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
