import { PERMISSIONS, type Permission } from '../../../platform/contract/permissions.ts'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import { may } from '../../../platform/server/endpoint/in-tenant.ts'

/** People are managed one tenant at a time: an administrator chooses it first. */
export function managedTenant(actor: Actor): number {
  if (actor.tenantId === null) throw refuse(409, 'choose_tenant')
  return actor.tenantId
}

/** The roles of a tenant's people and what each may do. */
export async function tenantRoles(tx: Tx): Promise<{ key: string; permissions: Permission[] }[]> {
  const roles = await tx
    .selectFrom('roles')
    .select(['key', 'permissions'])
    .where('kind', '=', 'tenant')
    .orderBy('key')
    .execute()
  return roles.map(({ key, permissions }) => ({
    key,
    permissions: PERMISSIONS.filter((known) => permissions.includes(known)),
  }))
}

/** Those that the asker may give: none that holds more than they do (A7). An administrator holds everything, also what is closed to them while they look at one tenant. */
export async function grantableRoles(tx: Tx, actor: Actor): Promise<string[]> {
  const roles = await tenantRoles(tx)
  return roles
    .filter(({ permissions }) => actor.isAdmin || permissions.every((held) => may(actor, held)))
    .map(({ key }) => key)
}

/** 422 for what is no role; 403 for one that holds more than the asker. */
export async function refuseUngrantable(tx: Tx, actor: Actor, role: string): Promise<void> {
  if ((await grantableRoles(tx, actor)).includes(role)) return
  const known = await tx
    .selectFrom('roles')
    .select('key')
    .where('key', '=', role)
    .where('kind', '=', 'tenant')
    .executeTakeFirst()
  if (known) throw refuse(403, 'grants_too_much')
  throw refuse(422, 'unknown_role')
}
