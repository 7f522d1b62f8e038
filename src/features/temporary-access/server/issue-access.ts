import { sql } from 'kysely'
import { normaliseEmail } from '../../../platform/server/auth/normalise-email.ts'
import { hashTemporaryCode } from '../../../platform/server/auth/temporary-sign-in.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import type { Act } from '../../../platform/server/records/write-records.ts'
import { listChoices } from './list-access.ts'
import { newCode } from './new-code.ts'

type Issue = { email: string; tenantId: number; role: string; hours: number; uses: number }
type Record = (act: Act) => void

/** A code, bound to an address, a tenant that allows it and a harmless role; its hash is all that is kept. */
export async function issueAccess(tx: Tx, { email, tenantId, role, hours, uses }: Issue, record: Record) {
  const { tenants, roles } = await listChoices(tx)
  const tenant = tenants.find(({ id }) => id === tenantId)
  if (!tenant) throw refuse(422, 'unknown_tenant')
  if (!tenant.allowed) throw refuse(409, 'temporary_not_allowed', { values: { tenant: tenant.name } })
  if (!roles.includes(role)) {
    const known = await tx
      .selectFrom('roles')
      .select('key')
      .where('key', '=', role)
      .where('kind', '=', 'tenant')
      .executeTakeFirst()
    throw refuse(422, known ? 'role_not_temporary' : 'unknown_role')
  }
  const code = newCode()
  const address = normaliseEmail(email)
  const { rows } = await sql<{ id: number; until: string }>`
    select portal.issue_temporary(${address}, ${tenantId}::int, ${role}, u.until, ${uses}::int, ${hashTemporaryCode(code)}) as id, u.until
      from (select now() + make_interval(hours => ${hours}::int) as until) u`.execute(tx)
  const { id, until } = rows[0] as { id: number; until: string }
  record({
    chain: tenantId,
    objectType: 'temporary_access',
    objectId: String(id),
    after: { email: address, role, uses, endsAt: until },
  })
  return { id, code, endsAt: until }
}

export async function revokeAccess(tx: Tx, { id }: { id: number }, record: Record) {
  const { rows } = await sql<{ tenant_id: number | null; email: string | null }>`
    select * from portal.revoke_temporary(${id}::int)`.execute(tx)
  const [gone] = rows
  if (!gone?.tenant_id || gone.email === null) throw refuse(404, 'not_found')
  record({
    chain: gone.tenant_id,
    objectType: 'temporary_access',
    objectId: String(id),
    before: { revoked: false },
    after: { revoked: true },
  })
  return { email: gone.email }
}

export async function allowAccess(
  tx: Tx,
  { tenantId, allowed }: { tenantId: number; allowed: boolean },
  record: Record,
) {
  const { rows } = await sql<{ was: boolean | null }>`
    select portal.allow_temporary(${tenantId}::int, ${allowed}) as was`.execute(tx)
  const was = rows[0]?.was ?? null
  if (was === null) throw refuse(404, 'not_found')
  record({
    chain: tenantId,
    objectType: 'tenant',
    objectId: String(tenantId),
    before: { temporaryAccess: was },
    after: { temporaryAccess: allowed },
  })
  return { allowed }
}
