import type { Tx } from '../../../platform/server/database/tx.ts'
import { OperatorError } from '../../../platform/server/operator-error.ts'

/** @throws OperatorError that names the roles there are */
export async function refuseUnknownRoles(tx: Tx, tenantRoles: string[], staffRole?: string) {
  const known = await tx.selectFrom('roles').select(['key', 'kind']).execute()
  const check = (role: string, kind: string) => {
    if (known.some((k) => k.key === role && k.kind === kind)) return
    const roles = known.filter((k) => k.kind === kind).map((k) => k.key)
    throw new OperatorError(`There is no ${kind} role "${role}". Roles: ${roles.join(', ')}.`)
  }
  for (const role of tenantRoles) check(role, 'tenant')
  if (staffRole) check(staffRole, 'staff')
}
