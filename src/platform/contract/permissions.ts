/** What a role may hold: `<thing>.<read|write|approve|manage>` (A7). Roles are rows; this list is the vocabulary. */
export const PERMISSIONS = [
  'dashboard.read',
  'orders.read',
  'sales.read',
  'invoices.read',
  'invoices.write',
  'payments.write',
  'tracking.read',
  'tracking.write',
  'tenants.read',
  'members.manage',
  'tenants.manage',
  'ingestion.read',
  'ingestion.manage',
  'rules.manage',
  'unassigned.manage',
  'calendar.manage',
  'company.manage',
  'health.read',
  'mail.manage',
  'users.manage',
  'audit.read',
  'temporary_access.manage',
  'roles.manage',
  'announcements.manage',
  'feedback.manage',
  'products.read',
  'prices.read',
  'catalogue.write',
  'purchase_orders.read',
  'purchase_orders.write',
  'purchase_orders.approve',
  'purchase_orders.manage',
  'documents.read',
  'documents.write',
  'documents.approve',
  'document_requests.write',
  'legal.approve',
  'lots.read',
  'issues.read',
  'issues.write',
  'issues.manage',
  'conversations.read',
  'conversations.write',
  'conversations.manage',
  'assistant.write',
  'assistant.manage',
] as const
export type Permission = (typeof PERMISSIONS)[number]
/** About the installation and no tenant: for administrators alone, and not while they look through one tenant's eyes (A7). */
export const INSTALLATION_PERMISSIONS: readonly Permission[] = [
  'tenants.manage',
  'ingestion.read',
  'ingestion.manage',
  'rules.manage',
  'unassigned.manage',
  'calendar.manage',
  'company.manage',
  'health.read',
  'mail.manage',
  'users.manage',
  'temporary_access.manage',
  'roles.manage',
  'announcements.manage',
  'feedback.manage',
]

/** A company's own affair: never the manufacturer's, whatever they look at. */
export const OF_MEMBERS: readonly Permission[] = ['payments.write', 'assistant.manage']

/** For the people of a tenant and for administrators who look at all of them: never through the eyes of staff (A7). */
export const CLOSED_TO_STAFF: readonly Permission[] = ['audit.read', 'legal.approve']

/** The twelve modules of the project overview (A8). Every feature belongs to one of them or to none. */
export const MODULES = [
  'dashboard',
  'legal',
  'finance',
  'product',
  'orders',
  'qaqc',
  'sales',
  'sales-analytics',
  'chat',
  'voice-assistant',
  'profile',
  'settings',
] as const
export type ModuleId = (typeof MODULES)[number]
