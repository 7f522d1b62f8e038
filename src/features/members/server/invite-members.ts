import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { normaliseEmail } from '../../../platform/server/auth/attempts.ts'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Handle } from '../../../platform/server/database/handle.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import type { Act } from '../../../platform/server/records/write-records.ts'
import { managedTenant, refuseUngrantable } from './managed-tenant.ts'

type Ask = { emails: string[]; role: string }

/** A link by mail for each address that is no member yet, bound to it, good for a week and once (A6). */
export async function inviteMembers(
  tx: Handle,
  actor: Actor,
  { emails, role }: Ask,
  record: (act: Act) => void,
) {
  const tenant = managedTenant(actor)
  await refuseUngrantable(tx, actor, role)
  const invited: string[] = []
  const members: string[] = []
  // In one order for all: two lists at once do not wait for each other in a circle.
  for (const email of [...new Set(emails.map(normaliseEmail))].sort()) {
    const token = randomBytes(32).toString('base64url')
    const { rows } = await sql<{ outcome: string }>`
      select portal.invite_member(${tenant}::int, ${email}, ${role}, ${token}) as outcome`.execute(tx)
    if (rows[0]?.outcome === 'invited') invited.push(email)
    else members.push(email)
  }
  record({ objectType: 'invitation', objectId: role, after: { role, invited } })
  return { invited, members }
}

export async function withdrawInvitation(
  tx: Handle,
  actor: Actor,
  { id }: { id: number },
  record: (act: Act) => void,
): Promise<{ email: string }> {
  const { rows } = await sql<{ email: string | null }>`
    select portal.withdraw_invitation(${managedTenant(actor)}::int, ${id}::int) as email`.execute(tx)
  const email = rows[0]?.email
  if (!email) throw refuse(404, 'not_found')
  record({ objectType: 'invitation', objectId: String(id), before: { email } })
  return { email }
}
