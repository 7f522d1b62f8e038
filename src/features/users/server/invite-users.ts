import { sql } from 'kysely'
import type * as z from 'zod'
import { normaliseEmail } from '../../../platform/server/auth/normalise-email.ts'
import { newToken } from '../../../platform/server/auth/sessions.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import type { Act } from '../../../platform/server/records/write-records.ts'
import type { usersContract } from '../contract.ts'
import { listRoles } from './get-user.ts'

type Invite = z.output<NonNullable<(typeof usersContract.invite)['~orpc']['inputSchema']>>

/** A link by mail for each address that is not there yet, bound to it, good for a week and once (A6). */
export async function inviteUsers(tx: Tx, { emails, as: to }: Invite, record: (act: Act | null) => void) {
  await refuseUnknown(tx, to)
  const access =
    to.kind === 'tenant'
      ? null
      : {
          administrator: to.kind === 'administrator',
          staff: to.kind === 'staff' ? { role: to.role, tenantIds: to.tenantIds } : null,
        }
  // In one order for all: two lists at once do not wait for each other in a circle.
  const addresses = [...new Set(emails.map(normaliseEmail))].sort()
  const tokens = addresses.map(newToken)
  const invitation =
    to.kind === 'tenant'
      ? sql`portal.invite_member(${to.tenantId}::int, w.email, ${to.role}, w.token)`
      : sql`portal.invite_own(w.email, ${JSON.stringify(access)}::jsonb, w.token)`
  const { rows } = await sql<{ email: string; outcome: string }>`
    select w.email, ${invitation} as outcome
      from unnest(${addresses}::text[], ${tokens}::text[]) with ordinality w (email, token, place) order by w.place`.execute(
    tx,
  )
  const of = (...wanted: string[]) =>
    rows.filter(({ outcome }) => wanted.includes(outcome)).map(({ email }) => email)
  const [invited, again, members] = [of('invited', 'again'), of('again'), of('member')]
  // Nobody was invited who is there already.
  record(
    invited.length === 0
      ? null
      : {
          chain: to.kind === 'tenant' ? to.tenantId : 0,
          objectType: 'invitation',
          objectId: to.kind === 'administrator' ? 'global_admin' : to.role,
          after: { ...(to.kind === 'tenant' ? { role: to.role } : access), invited },
        },
  )
  return { invited, again, members }
}

async function refuseUnknown(tx: Tx, to: Invite['as']): Promise<void> {
  if (to.kind === 'administrator') return
  const roles = await listRoles(tx)
  if (!roles[to.kind].includes(to.role)) throw refuse(422, 'unknown_role')
  const wanted = [...new Set(to.kind === 'tenant' ? [to.tenantId] : (to.tenantIds ?? []))]
  if (wanted.length === 0) return
  const known = await tx.selectFrom('tenants').select('id').where('id', 'in', wanted).execute()
  if (known.length < wanted.length) throw refuse(422, 'unknown_tenant')
}

export async function withdrawInvitation(tx: Tx, { id }: { id: number }, record: (act: Act) => void) {
  const { rows } = await sql<{ address: string | null; tenant_id: number | null }>`
    select * from portal.withdraw_any_invitation(${id}::int)`.execute(tx)
  const [gone] = rows
  if (!gone?.address) throw refuse(404, 'not_found')
  record({
    chain: gone.tenant_id ?? 0,
    objectType: 'invitation',
    objectId: String(id),
    before: { email: gone.address },
  })
  return { email: gone.address }
}
