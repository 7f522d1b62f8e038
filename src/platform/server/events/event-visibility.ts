import type { Permission } from '../../contract/permissions.ts'
import type { OutboxEvent, StreamAccess } from '../database/open-outbox.ts'
import { may } from '../endpoint/in-tenant.ts'

type Addressed = Pick<OutboxEvent, 'tenantId' | 'topic' | 'module' | 'permission' | 'audience' | 'payload'>
type Asker = Pick<
  StreamAccess,
  'userId' | 'kind' | 'tenantIds' | 'permissions' | 'hiddenModules' | 'isAdmin' | 'mode'
>

/** Events of nobody's tenant that everybody with their module and permission hears of: how fresh upstream's data is (B8), what is announced to all (H1), documents for everybody (E1), how far the project is (F6). */
const OF_ALL = ['feeds', 'announcements', 'documents', 'roadmap']

/** Other people's conversations, which whoever came by a code reads none of (A2), nor has any of their own. */
const OF_OTHERS = ['conversations.read', 'issues.read']

/** Whether an event is for the person behind a stream, by their present rights: tenant, module, permission, audience (G3, A8). */
export function canReceive(event: Addressed, asker: Asker): boolean {
  if (event.audience !== null && event.audience !== asker.userId) return false
  if (!inTenant(event, asker)) return false
  if (event.module !== null && asker.hiddenModules.includes(event.module)) return false
  if (event.payload.to === 'members' && asker.kind !== 'member') return false
  if (event.payload.to === 'staff' && asker.kind === 'member') return false
  if (event.permission === null) return true
  if (asker.mode === 'temporary' && OF_OTHERS.includes(event.permission)) return false
  // As the endpoints: what is closed to an asker there is not told here either.
  return may(asker, event.permission as Permission)
}

/** Tenant 0 is for one person, for everybody on some topics, else for those who look at all tenants. */
function inTenant({ tenantId, topic, audience }: Addressed, { kind, tenantIds }: Asker): boolean {
  if (kind === 'admin') return true
  if (tenantId === 0) return audience !== null || (OF_ALL.includes(topic) && kind !== 'none')
  return tenantIds?.includes(tenantId) ?? false
}
