import type { Session } from '../../features/session/contract.ts'
import type { Access } from '../../platform/web/access/access.tsx'

/** What the screens may know of a session. */
export const accessOf = ({
  user,
  role,
  roleNames,
  tenant,
  permissions,
  modules,
  temporary,
  viewing,
}: Session): Access => ({
  user: { name: user.name, email: user.email },
  role: role ?? '',
  roleNames,
  seesAllTenants: tenant === null,
  tenant,
  readOnly: temporary || viewing !== null,
  permissions,
  modules,
})
