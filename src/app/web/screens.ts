import { aboutNavigation, projectOverviewNavigation } from '../../features/about/web/navigation.ts'
import { announcementsNavigation } from '../../features/announcements/web/navigation.ts'
import { voiceNavigation } from '../../features/assistant/web/voice/navigation.ts'
import { auditNavigation } from '../../features/audit/web/navigation.ts'
import { catalogueNavigation } from '../../features/catalogue/web/navigation.ts'
import { companyNavigation } from '../../features/company/web/navigation.ts'
import { chatNavigation } from '../../features/conversations/web/navigation.ts'
import { dashboardNavigation } from '../../features/dashboard/web/navigation.ts'
import { demoRequestsNavigation } from '../../features/demo-requests/web/navigation.ts'
import { displayRulesNavigation } from '../../features/display-rules/web/navigation.ts'
import {
  documentationNavigation,
  documentRequestsNavigation,
  factSheetsNavigation,
  legalNavigation,
  libraryNavigation,
  productNavigation,
  qualityNavigation,
} from '../../features/documents/web/navigation.ts'
import { feedbackInboxNavigation, feedbackNavigation } from '../../features/feedback/web/navigation.ts'
import { financeNavigation } from '../../features/finance/web/navigation.ts'
import { healthNavigation } from '../../features/health/web/navigation.ts'
import { issuesNavigation } from '../../features/issues/web/navigation.ts'
import { lotsNavigation } from '../../features/lots/web/navigation.ts'
import { mailNavigation } from '../../features/mail/web/navigation.ts'
import { membersNavigation } from '../../features/members/web/navigation.ts'
import { modulesNavigation } from '../../features/modules/web/navigation.ts'
import { noticesNavigation } from '../../features/notices/web/navigation.ts'
import { ordersNavigation } from '../../features/orders/web/navigation.ts'
import { profileNavigation, settingsNavigation } from '../../features/profile/web/navigation.ts'
import { purchaseOrdersNavigation } from '../../features/purchase-orders/web/navigation.ts'
import { reportingNavigation } from '../../features/reporting/web/navigation.ts'
import { rolesNavigation } from '../../features/roles/web/navigation.ts'
import {
  currentSalesNavigation,
  salesAnalyticsNavigation,
  salesHistoryNavigation,
} from '../../features/sales/web/navigation.ts'
import { securityNavigation } from '../../features/session/web/navigation.ts'
import { temporaryAccessNavigation } from '../../features/temporary-access/web/navigation.ts'
import { clientsNavigation } from '../../features/tenants/web/navigation.ts'
import { trackingNavigation } from '../../features/tracking/web/navigation.ts'
import { unassignedNavigation } from '../../features/unassigned/web/navigation.ts'
import { upstreamNavigation } from '../../features/upstream/web/navigation.ts'
import { sessionsNavigation, usersNavigation } from '../../features/users/web/navigation.ts'
import type { NavigationItem } from '../../platform/web/navigation.ts'

/**
 * Every screen of the main layout: one line here, and one route in `router.tsx` with the same navigation item.
 * The menu, its order and its visibility come from the items.
 */
export const navigationItems: readonly NavigationItem[] = [
  dashboardNavigation,
  ordersNavigation,
  purchaseOrdersNavigation,
  trackingNavigation,
  issuesNavigation,
  financeNavigation,
  lotsNavigation,
  salesHistoryNavigation,
  currentSalesNavigation,
  salesAnalyticsNavigation,
  productNavigation,
  catalogueNavigation,
  documentationNavigation,
  factSheetsNavigation,
  qualityNavigation,
  documentRequestsNavigation,
  legalNavigation,
  chatNavigation,
  voiceNavigation,
  clientsNavigation,
  modulesNavigation,
  companyNavigation,
  healthNavigation,
  upstreamNavigation,
  displayRulesNavigation,
  unassignedNavigation,
  reportingNavigation,
  mailNavigation,
  membersNavigation,
  profileNavigation,
  settingsNavigation,
  securityNavigation,
  noticesNavigation,
  auditNavigation,
  usersNavigation,
  sessionsNavigation,
  temporaryAccessNavigation,
  rolesNavigation,
  announcementsNavigation,
  aboutNavigation,
  projectOverviewNavigation,
  feedbackNavigation,
  feedbackInboxNavigation,
  demoRequestsNavigation,
  libraryNavigation,
]
