import { INSTALLATION_PERMISSIONS, type Permission } from '../../contract/permissions.ts'
import type { OutboxEvent, StreamAccess } from '../database/open-outbox.ts'

type Addressed = Pick<OutboxEvent, 'tenantId' | 'topic' | 'module' | 'permission' | 'audience'>
type Asker = Pick<StreamAccess, 'userId' | 'kind' | 'tenantIds' | 'permissions' | 'hiddenModules' | 'isAdmin'>

/** Events of nobody's tenant that everybody with their module and permission hears of: how fresh upstream's data is (B8), what is announced to all (H1), documents for everybody (E1), how far the project is (F6). */
const OF_ALL = ['feeds', 'announcements', 'documents', 'roadmap']

/** Whether an event is for the person behind a stream, by their present rights: tenant, module, permission, audience (G3, A8). */
export function reaches(event: Addressed, asker: Asker): boolean {
  if (event.audience !== null && event.audience !== asker.userId) return false
  if (!inTenant(event, asker)) return false
  if (event.module !== null && asker.hiddenModules.includes(event.module)) return false
  return event.permission === null || holds(asker, event.permission)
}

/** Tenant 0 is for one person, for everybody on some topics, else for those who look at all tenants. */
function inTenant({ tenantId, topic, audience }: Addressed, { kind, tenantIds }: Asker): boolean {
  if (kind === 'admin') return true
  if (tenantId === 0) return audience !== null || (OF_ALL.includes(topic) && kind !== 'none')
  return tenantIds?.includes(tenantId) ?? false
}

/** As `may` of the endpoints: administrators everything, but not the installation's while they look through one tenant's eyes. */
function holds({ kind, isAdmin, permissions }: Asker, permission: string): boolean {
  if (INSTALLATION_PERMISSIONS.includes(permission as Permission)) return kind === 'admin'
  return isAdmin || permissions.includes(permission)
}
