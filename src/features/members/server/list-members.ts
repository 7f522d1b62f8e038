import { sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Handle } from '../../../platform/server/database/handle.ts'
import { grantableRoles, managedTenant, tenantRoles } from './managed-tenant.ts'

type MemberRow = {
  user_id: string
  name: string
  email: string
  role: string
  since: string
  last_seen: string | null
  total: number
}
type InvitationRow = {
  id: number
  email: string
  role: string
  invited_by: string | null
  created_at: string
  ends_at: string
}

export async function listMembers(tx: Handle, actor: Actor, { search }: { search?: string | undefined }) {
  const tenant = managedTenant(actor)
  const [members, invitations, grantable, roles] = await Promise.all([
    sql<MemberRow>`select * from portal.list_members(${tenant}::int, ${search ?? null})`.execute(tx),
    sql<InvitationRow>`select * from portal.list_invitations(${tenant}::int)`.execute(tx),
    grantableRoles(tx, actor),
    tenantRoles(tx),
  ])
  return {
    items: members.rows.map(({ user_id: userId, last_seen: lastSeen, total: _, ...rest }) => ({
      ...rest,
      userId,
      lastSeen,
      isAsker: userId === actor.userId,
    })),
    total: members.rows[0]?.total ?? 0,
    invitations: invitations.rows.map(
      ({ invited_by: invitedBy, created_at: createdAt, ends_at: endsAt, ...rest }) => ({
        ...rest,
        invitedBy,
        createdAt,
        endsAt,
      }),
    ),
    grantable,
    roles,
  }
}
