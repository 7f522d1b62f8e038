import { createRouterClient } from '@orpc/server'
import { claimsContract } from '../../features/about/claims-contract.ts'
import { roadmapContract } from '../../features/about/contract.ts'
import { claimsRoutes, roadmapRoutes } from '../../features/about/server/routes.ts'
import { announcementsContract } from '../../features/announcements/contract.ts'
import { announcementsRoutes } from '../../features/announcements/server/routes.ts'
import { announcementsInSearch } from '../../features/announcements/server/search-announcements.ts'
import { assistantContract } from '../../features/assistant/contract.ts'
import type { Asking } from '../../features/assistant/server/ask.ts'
import type { Reads } from '../../features/assistant/server/reads.ts'
import { assistantRoutes } from '../../features/assistant/server/routes.ts'
import { voiceRoutes } from '../../features/assistant/server/voice/routes.ts'
import { voiceContract, voiceSoundContract } from '../../features/assistant/voice-contract.ts'
import { auditContract, auditFileContract } from '../../features/audit/contract.ts'
import { auditFile } from '../../features/audit/server/open-audit-file.ts'
import { auditRoutes } from '../../features/audit/server/routes.ts'
import { catalogueContract } from '../../features/catalogue/contract.ts'
import { catalogueRoutes } from '../../features/catalogue/server/routes.ts'
import { catalogueInSearch } from '../../features/catalogue/server/search-catalogue.ts'
import { companyContract } from '../../features/company/contract.ts'
import { companyRoutes } from '../../features/company/server/routes.ts'
import { conversationsContract, conversationsFileContract } from '../../features/conversations/contract.ts'
import { conversationsRoutes } from '../../features/conversations/server/routes.ts'
import { conversationsInSearch } from '../../features/conversations/server/search-conversations.ts'
import { dashboardContract, dashboardFileContract } from '../../features/dashboard/contract.ts'
import type { Contribution } from '../../features/dashboard/server/contribution.ts'
import { dashboardRoutes } from '../../features/dashboard/server/routes.ts'
import { demoRequestsContract } from '../../features/demo-requests/contract.ts'
import { demoRequestsRoutes } from '../../features/demo-requests/server/routes.ts'
import { demoRequestsInSearch } from '../../features/demo-requests/server/search-demo-requests.ts'
import { displayRulesContract } from '../../features/display-rules/contract.ts'
import { displayRulesRoutes } from '../../features/display-rules/server/routes.ts'
import { documentsAdminContract, documentsUploadContract } from '../../features/documents/admin-contract.ts'
import {
  documentsContract,
  documentsFileContract,
  documentsSignContract,
} from '../../features/documents/contract.ts'
import { documentFeedContract } from '../../features/documents/feed-contract.ts'
import {
  documentRequestFilesContract,
  documentRequestsContract,
} from '../../features/documents/request-contract.ts'
import { documentsAdminRoutes } from '../../features/documents/server/admin/routes.ts'
import { documentsOfClient } from '../../features/documents/server/published.ts'
import { documentRequestsRoutes } from '../../features/documents/server/requests/routes.ts'
import { documentRequestsInSearch } from '../../features/documents/server/requests/search-requests.ts'
import { documentsRoutes } from '../../features/documents/server/routes.ts'
import { documentsInSearch } from '../../features/documents/server/search-documents.ts'
import { formDraftsContract, formDraftsFileContract } from '../../features/drafts/contract.ts'
import { draftsRoutes } from '../../features/drafts/server/routes.ts'
import { eventsContract } from '../../features/events/contract.ts'
import { exportsContract, exportsFileContract } from '../../features/exports/contract.ts'
import type { ExportKinds } from '../../features/exports/server/export-kinds.ts'
import { exportsRoutes } from '../../features/exports/server/routes.ts'
import { factorsContract } from '../../features/factors/contract.ts'
import { factorsRoutes } from '../../features/factors/server/routes.ts'
import { feedbackContract } from '../../features/feedback/contract.ts'
import { feedbackRoutes } from '../../features/feedback/server/routes.ts'
import { feedbackInSearch } from '../../features/feedback/server/search-feedback.ts'
import { financeContract, financeFileContract } from '../../features/finance/contract.ts'
import { draftsContract } from '../../features/finance/drafts-contract.ts'
import {
  methodsContract,
  paymentsContract,
  paymentsFileContract,
} from '../../features/finance/payments-contract.ts'
import { invoicesFile } from '../../features/finance/server/open-invoices-file.ts'
import { statementFile } from '../../features/finance/server/open-statement.ts'
import { paymentsRoutes } from '../../features/finance/server/payments/routes.ts'
import { paymentsInSearch } from '../../features/finance/server/payments/search-payments.ts'
import { invoicesOfClient, receivablesOnDashboard } from '../../features/finance/server/published.ts'
import { financeRoutes } from '../../features/finance/server/routes.ts'
import { invoicesInSearch } from '../../features/finance/server/search-invoices.ts'
import { taxesContract } from '../../features/finance/taxes-contract.ts'
import { healthContract } from '../../features/health/contract.ts'
import { healthRoutes } from '../../features/health/server/routes.ts'
import { ingestionContract } from '../../features/ingestion/contract.ts'
import { ingestContract } from '../../features/ingestion/domain/ingest-contract.ts'
import type { RowSeal } from '../../features/ingestion/server/rejected/row-seal.ts'
import { ingestionRoutes } from '../../features/ingestion/server/routes.ts'
import { issuesContract, issuesFileContract } from '../../features/issues/contract.ts'
import { issuesOfClient } from '../../features/issues/server/published.ts'
import { issuesRoutes } from '../../features/issues/server/routes.ts'
import { issuesInSearch } from '../../features/issues/server/search-issues.ts'
import { lotsContract, lotsFileContract } from '../../features/lots/contract.ts'
import { lotResultsFile } from '../../features/lots/server/open-results-file.ts'
import { lotsRoutes } from '../../features/lots/server/routes.ts'
import { lotsInSearch } from '../../features/lots/server/search-lots.ts'
import { mailContract, mailFileContract } from '../../features/mail/contract.ts'
import { mailsFile } from '../../features/mail/server/open-mails-file.ts'
import { mailRoutes } from '../../features/mail/server/routes.ts'
import { membersContract } from '../../features/members/contract.ts'
import { membersRoutes } from '../../features/members/server/routes.ts'
import { membersInSearch } from '../../features/members/server/search-members.ts'
import { modulesContract } from '../../features/modules/contract.ts'
import { modulesRoutes } from '../../features/modules/server/routes.ts'
import { noticesContract } from '../../features/notices/contract.ts'
import { noticesRoutes } from '../../features/notices/server/routes.ts'
import { ordersContract, ordersFileContract } from '../../features/orders/contract.ts'
import { ordersFile } from '../../features/orders/server/open-orders-file.ts'
import { groupsOfTenant, ordersOnDashboard, readOrderCards } from '../../features/orders/server/published.ts'
import { ordersRoutes } from '../../features/orders/server/routes.ts'
import { ordersInSearch } from '../../features/orders/server/search-orders.ts'
import { productsContract } from '../../features/products/contract.ts'
import { productsRoutes } from '../../features/products/server/routes.ts'
import { profileContract } from '../../features/profile/contract.ts'
import { profileRoutes } from '../../features/profile/server/routes.ts'
import { purchaseOrderFileContract, purchaseOrdersContract } from '../../features/purchase-orders/contract.ts'
import { purchaseOrderFeedContract } from '../../features/purchase-orders/feed-contract.ts'
import { purchaseOrdersFile } from '../../features/purchase-orders/server/open-purchase-orders-file.ts'
import { purchaseOrdersRoutes } from '../../features/purchase-orders/server/routes.ts'
import { purchaseOrdersInSearch } from '../../features/purchase-orders/server/search-purchase-orders.ts'
import { reportingContract } from '../../features/reporting/contract.ts'
import { reportingRoutes } from '../../features/reporting/server/routes.ts'
import { rolesContract } from '../../features/roles/contract.ts'
import { rolesRoutes } from '../../features/roles/server/routes.ts'
import { salesContract } from '../../features/sales/contract.ts'
import { analyticsFileContract } from '../../features/sales/domain/analytics-file-contract.ts'
import { currentFileContract } from '../../features/sales/domain/current-file-contract.ts'
import { historyFileContract } from '../../features/sales/domain/history-file-contract.ts'
import { linesFileContract } from '../../features/sales/domain/lines-file-contract.ts'
import { analyticsFile } from '../../features/sales/server/open-analytics-file.ts'
import { currentFile } from '../../features/sales/server/open-current-file.ts'
import { historyFile } from '../../features/sales/server/open-history-file.ts'
import { linesFile } from '../../features/sales/server/open-lines-file.ts'
import { salesOfTenant, salesOnDashboard } from '../../features/sales/server/published.ts'
import { salesRoutes } from '../../features/sales/server/routes.ts'
import { salesCustomersInSearch, salesProductsInSearch } from '../../features/sales/server/search-names.ts'
import { searchContract } from '../../features/search/contract.ts'
import type { SearchSource } from '../../features/search/server/published.ts'
import { searchRoutes } from '../../features/search/server/routes.ts'
import { ownDataContract, sessionContract, sessionCookieContract } from '../../features/session/contract.ts'
import { sessionRoutes } from '../../features/session/server/routes.ts'
import { storageContract } from '../../features/storage/contract.ts'
import { storageRoutes } from '../../features/storage/server/routes.ts'
import { temporaryAccessContract } from '../../features/temporary-access/contract.ts'
import { temporaryAccessRoutes } from '../../features/temporary-access/server/routes.ts'
import { tenantsContract, tenantsFileContract } from '../../features/tenants/contract.ts'
import { clientsFile } from '../../features/tenants/server/open-clients-file.ts'
import { tenantsRoutes } from '../../features/tenants/server/routes.ts'
import { clientsInSearch } from '../../features/tenants/server/search-clients.ts'
import { trackingContract, trackingFileContract } from '../../features/tracking/contract.ts'
import { enteredContract } from '../../features/tracking/entered-contract.ts'
import { shipmentsFile } from '../../features/tracking/server/open-shipments-file.ts'
import { trackingRoutes } from '../../features/tracking/server/routes.ts'
import { shipmentsInSearch } from '../../features/tracking/server/search-shipments.ts'
import { unassignedContract } from '../../features/unassigned/contract.ts'
import { unassignedRoutes } from '../../features/unassigned/server/routes.ts'
import { upstreamContract, upstreamFileContract } from '../../features/upstream/contract.ts'
import { batchErrorsFile } from '../../features/upstream/server/batch-errors.ts'
import { batchesFile } from '../../features/upstream/server/open-batches-file.ts'
import { upstreamRoutes } from '../../features/upstream/server/routes.ts'
import { usersContract, usersFileContract } from '../../features/users/contract.ts'
import { sessionsFile, usersFile } from '../../features/users/server/open-users-files.ts'
import { usersRoutes } from '../../features/users/server/routes.ts'
import { peopleInSearch } from '../../features/users/server/search-people.ts'
import { viewsContract } from '../../features/views/contract.ts'
import { viewsRoutes } from '../../features/views/server/routes.ts'
import type { TableKind } from '../../platform/server/export/table-kind.ts'
import type { Sender } from '../../platform/server/mail/render-mail.ts'

/** What the portal offers over HTTP. Also those that are answered outside the typed router: cookies, files, streams. */
export const contract = {
  session: { ...sessionContract, ...sessionCookieContract, ...ownDataContract },
  tenants: { ...tenantsContract, ...tenantsFileContract },
  modules: modulesContract,
  company: companyContract,
  health: healthContract,
  upstream: { ...upstreamContract, ...upstreamFileContract },
  dashboard: { ...dashboardContract, ...dashboardFileContract },
  orders: { ...ordersContract, ...ordersFileContract },
  issues: { ...issuesContract, ...issuesFileContract },
  conversations: { ...conversationsContract, ...conversationsFileContract },
  tracking: { ...trackingContract, ...trackingFileContract, ...enteredContract },
  finance: {
    ...financeContract,
    ...financeFileContract,
    ...draftsContract,
    ...taxesContract,
    ...paymentsContract,
    ...methodsContract,
    ...paymentsFileContract,
  },
  sales: {
    ...salesContract,
    ...analyticsFileContract,
    ...currentFileContract,
    ...historyFileContract,
    ...linesFileContract,
  },
  products: productsContract,
  catalogue: catalogueContract,
  purchaseOrders: { ...purchaseOrdersContract, ...purchaseOrderFileContract, ...purchaseOrderFeedContract },
  lots: { ...lotsContract, ...lotsFileContract },
  ingestion: { ...ingestionContract, ...ingestContract },
  events: eventsContract,
  views: viewsContract,
  drafts: { ...formDraftsContract, ...formDraftsFileContract },
  exports: { ...exportsContract, ...exportsFileContract },
  displayRules: displayRulesContract,
  reporting: reportingContract,
  unassigned: unassignedContract,
  mail: { ...mailContract, ...mailFileContract },
  members: membersContract,
  profile: profileContract,
  factors: factorsContract,
  users: { ...usersContract, ...usersFileContract },
  temporaryAccess: temporaryAccessContract,
  roles: rolesContract,
  announcements: announcementsContract,
  notices: noticesContract,
  documents: { ...documentsContract, ...documentsFileContract, ...documentsSignContract },
  documentsAdmin: { ...documentsAdminContract, ...documentsUploadContract },
  documentFeed: documentFeedContract,
  documentRequests: { ...documentRequestsContract, ...documentRequestFilesContract },
  search: searchContract,
  storage: storageContract,
  assistant: assistantContract,
  voice: { ...voiceContract, ...voiceSoundContract },
  feedback: feedbackContract,
  demoRequests: demoRequestsContract,
  roadmap: roadmapContract,
  claims: claimsContract,
  audit: { ...auditContract, ...auditFileContract },
}

/** What the features publish for the dashboard. */
export const onDashboard: readonly Contribution[] = [
  ordersOnDashboard,
  salesOnDashboard,
  receivablesOnDashboard,
]

/** What the features publish for the search over everything (B3). */
const inSearch: readonly SearchSource[] = [
  ordersInSearch,
  purchaseOrdersInSearch,
  invoicesInSearch,
  paymentsInSearch,
  shipmentsInSearch,
  lotsInSearch,
  catalogueInSearch,
  documentsInSearch,
  documentRequestsInSearch,
  issuesInSearch,
  conversationsInSearch,
  salesProductsInSearch,
  salesCustomersInSearch,
  clientsInSearch,
  peopleInSearch,
  membersInSearch,
  announcementsInSearch,
  feedbackInSearch,
  demoRequestsInSearch,
]
/** What the assistant looks at for whoever asks it: endpoints as the screens ask them, each with its own checks. */
const looked = {
  orders: ordersRoutes,
  finance: financeRoutes(readOrderCards),
  sales: salesRoutes,
  lots: lotsRoutes,
  tracking: trackingRoutes,
  catalogue: catalogueRoutes,
  documents: documentsRoutes,
  issues: issuesRoutes,
  purchaseOrders: purchaseOrdersRoutes,
}

export const readsFor = (context: Asking): Reads => createRouterClient(looked, { context })

/** What the typed router answers. */
export const routes = {
  session: sessionRoutes,
  tenants: tenantsRoutes({
    groups: groupsOfTenant,
    sales: salesOfTenant,
    newest: { issues: issuesOfClient, invoices: invoicesOfClient, documents: documentsOfClient },
  }),
  dashboard: dashboardRoutes(onDashboard),
  modules: modulesRoutes,
  company: companyRoutes,
  health: healthRoutes,
  upstream: upstreamRoutes,
  orders: ordersRoutes,
  issues: issuesRoutes,
  conversations: conversationsRoutes,
  tracking: trackingRoutes,
  finance: { ...financeRoutes(readOrderCards), ...paymentsRoutes },
  sales: salesRoutes,
  products: productsRoutes,
  catalogue: catalogueRoutes,
  purchaseOrders: purchaseOrdersRoutes,
  lots: lotsRoutes,
  ingestion: ingestionRoutes,
  views: viewsRoutes,
  drafts: draftsRoutes,
  exports: exportsRoutes,
  displayRules: displayRulesRoutes,
  reporting: reportingRoutes,
  unassigned: unassignedRoutes,
  mail: mailRoutes,
  members: membersRoutes,
  profile: profileRoutes,
  factors: factorsRoutes,
  users: usersRoutes,
  temporaryAccess: temporaryAccessRoutes,
  roles: rolesRoutes,
  announcements: announcementsRoutes,
  notices: noticesRoutes,
  documents: documentsRoutes,
  documentsAdmin: documentsAdminRoutes,
  documentRequests: documentRequestsRoutes,
  search: searchRoutes(inSearch),
  storage: storageRoutes,
  assistant: assistantRoutes(readsFor),
  voice: voiceRoutes,
  feedback: feedbackRoutes,
  demoRequests: demoRequestsRoutes,
  roadmap: roadmapRoutes,
  claims: claimsRoutes,
  audit: auditRoutes,
}

/** What can be taken as a file, at once or by a job. */
export const exportKinds = (today: () => string, sender: () => Sender): ExportKinds => ({
  orders: ordersFile,
  invoices: invoicesFile(today),
  'sales-lines': linesFile,
  'sales-history': historyFile(today),
  'current-sales': currentFile(today),
  shipments: shipmentsFile(today),
  'purchase-orders': purchaseOrdersFile(today),
  users: usersFile,
  sessions: sessionsFile,
  clients: clientsFile,
  batches: batchesFile,
  mails: mailsFile(sender),
})

/** The files that are answered while they are made: of those kinds, and those that no job makes. */
export const tableFiles = (today: () => string, sender: () => Sender, rowSeal: RowSeal): TableKind[] => [
  ...Object.values(exportKinds(today, sender)),
  analyticsFile(today),
  statementFile(today),
  auditFile,
  batchErrorsFile(rowSeal),
  lotResultsFile,
]
