import {
  CLOSED_TO_STAFF,
  INSTALLATION_PERMISSIONS,
  OF_MEMBERS,
  PERMISSIONS,
  type Permission,
} from '../../../platform/contract/permissions.ts'
import type { RoleKind } from '../contract.ts'

/** Of the staff alone: a member sees one tenant, reads the manufacturer's documents, and looks after neither issues nor conversations. */
const OF_STAFF: readonly Permission[] = [
  'tenants.read',
  'invoices.write',
  'tracking.write',
  'documents.write',
  'documents.approve',
  'issues.manage',
  'conversations.manage',
]

/** What a role of this kind can hold: nothing of the installation, which is for administrators alone (A7). */
export const grantableTo = (kind: RoleKind): Permission[] =>
  PERMISSIONS.filter(
    (permission) =>
      !INSTALLATION_PERMISSIONS.includes(permission) &&
      (kind === 'staff'
        ? !CLOSED_TO_STAFF.includes(permission) &&
          !OF_MEMBERS.includes(permission) &&
          permission !== 'members.manage'
        : !OF_STAFF.includes(permission)),
  )
