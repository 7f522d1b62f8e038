import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type * as z from 'zod'
import { normaliseEmail } from '../../../platform/server/auth/attempts.ts'
import type { Handle } from '../../../platform/server/database/handle.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import type { Act } from '../../../platform/server/records/write-records.ts'
import type { OpenInvitation, usersContract } from '../contract.ts'
import { listRoles } from './get-user.ts'

type Invite = z.output<NonNullable<(typeof usersContract.invite)['~orpc']['inputSchema']>>

type InvitationRow = {
  id: number
  email: string
  tenant: string | null
  role: string | null
  administrator: boolean
  invited_by: string | null
  created_at: string
  ends_at: string
}

/** A link by mail for each address that is not there yet, bound to it, good for a week and once (A6). */
export async function inviteUsers(tx: Handle, { emails, to }: Invite, record: (act: Act) => void) {
  await refuseUnknown(tx, to)
  const access =
    to.kind === 'tenant'
      ? null
      : {
          administrator: to.kind === 'administrator',
          staff: to.kind === 'staff' ? { role: to.role, tenantIds: to.tenantIds } : null,
        }
  const invited: string[] = []
  const members: string[] = []
  // In one order for all: two lists at once do not wait for each other in a circle.
  for (const email of [...new Set(emails.map(normaliseEmail))].sort()) {
    const token = randomBytes(32).toString('base64url')
    const { rows } = await (to.kind === 'tenant'
      ? sql<{
          outcome: string
        }>`select portal.invite_member(${to.tenantId}::int, ${email}, ${to.role}, ${token}) as outcome`
      : sql<{
          outcome: string
        }>`select portal.invite_own(${email}, ${JSON.stringify(access)}::jsonb, ${token}) as outcome`
    ).execute(tx)
    if (rows[0]?.outcome === 'invited') invited.push(email)
    else members.push(email)
  }
  record({
    chain: to.kind === 'tenant' ? to.tenantId : 0,
    objectType: 'invitation',
    objectId: to.kind === 'administrator' ? 'global_admin' : to.role,
    after: { ...(to.kind === 'tenant' ? { role: to.role } : access), invited },
  })
  return { invited, members }
}

async function refuseUnknown(tx: Handle, to: Invite['to']): Promise<void> {
  if (to.kind === 'administrator') return
  const roles = await listRoles(tx)
  if (!roles[to.kind].includes(to.role)) throw refuse(422, 'unknown_role')
  const wanted = [...new Set(to.kind === 'tenant' ? [to.tenantId] : (to.tenantIds ?? []))]
  if (wanted.length === 0) return
  const known = await tx.selectFrom('tenants').select('id').where('id', 'in', wanted).execute()
  if (known.length < wanted.length) throw refuse(422, 'unknown_tenant')
}

export async function listInvitations(tx: Handle): Promise<{ items: OpenInvitation[] }> {
  const { rows } = await sql<InvitationRow>`select * from portal.open_invitations()`.execute(tx)
  return {
    items: rows.map((row) => ({
      id: row.id,
      email: row.email,
      tenant: row.tenant,
      role: row.role,
      invitedBy: row.invited_by,
      createdAt: row.created_at,
      endsAt: row.ends_at,
    })),
  }
}

export async function withdrawInvitation(tx: Handle, { id }: { id: number }, record: (act: Act) => void) {
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
