import { normaliseEmail } from '../../../platform/server/auth/normalise-email.ts'
import type { SignInService } from '../../../platform/server/auth/sign-in-service.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { auditByOperator } from './audit-by-operator.ts'
import { refuseUnknownRoles } from './refuse-unknown-roles.ts'

export type NewPerson = {
  email: string
  name: string
  password: string
  language?: string | null
  globalAdmin?: boolean
  /** Tenant id → role of the tenant kind. */
  memberships?: { tenantId: number; role: string }[]
  /** A role of the staff kind; `tenantIds` absent: all of them. */
  staff?: { role: string; tenantIds?: number[] }
}

/** As the owner: an account with its password, and what it may enter. Answers the user's id. */
export async function createPerson(tx: Tx, signIn: SignInService, person: NewPerson): Promise<string> {
  const { name, password, language = null, globalAdmin = false, memberships = [], staff } = person
  const email = normaliseEmail(person.email)
  await refuseUnknownRoles(
    tx,
    memberships.map((m) => m.role),
    staff?.role,
  )
  const userId = await signIn.createUser({ email, name, password })
  const profile = { user_id: userId, name, email, language, global_admin: globalAdmin }
  await tx
    .insertInto('profiles')
    .values({ ...profile, default_tenant_id: memberships[0]?.tenantId ?? null })
    .execute()
  for (const { tenantId, role } of memberships)
    await tx.insertInto('members').values({ tenant_id: tenantId, user_id: userId, role }).execute()
  if (staff) {
    const { role, tenantIds } = staff
    await tx
      .insertInto('staff')
      .values({ user_id: userId, role, all_tenants: tenantIds === undefined })
      .execute()
    for (const tenantId of tenantIds ?? [])
      await tx.insertInto('staff_tenants').values({ tenant_id: tenantId, user_id: userId }).execute()
  }
  const access = { globalAdmin, memberships, ...(staff && { staff }) }
  // A tenant reads its own chain: what somebody is elsewhere does not stand there.
  const [only, ...others] = memberships
  await auditByOperator(
    tx,
    only && !others.length ? only.tenantId : 0,
    'user.created',
    'user',
    userId,
    access,
  )
  if (others.length > 0)
    for (const { tenantId, role } of memberships)
      await auditByOperator(tx, tenantId, 'member.added', 'user', userId, { tenantId, role })
  return userId
}
