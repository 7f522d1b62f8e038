import { sql } from 'kysely'
import { normaliseEmail } from '../../../platform/server/auth/normalise-email.ts'
import { newToken } from '../../../platform/server/auth/sessions.ts'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import type { Act } from '../../../platform/server/records/write-records.ts'
import { managedTenant, refuseUngrantable } from './managed-tenant.ts'

type Ask = { emails: string[]; role: string }

/** A link by mail for each address that is no member yet, bound to it, good for a week and once (A6). */
export async function inviteMembers(
  tx: Tx,
  actor: Actor,
  { emails, role }: Ask,
  record: (act: Act | null) => void,
) {
  const tenant = managedTenant(actor)
  await refuseUngrantable(tx, actor, role)
  // In one order for all: two lists at once do not wait for each other in a circle.
  const addresses = [...new Set(emails.map(normaliseEmail))].sort()
  const { rows } = await sql<{ email: string; outcome: string }>`
    select w.email, portal.invite_member(${tenant}::int, w.email, ${role}, w.token) as outcome
      from unnest(${addresses}::text[], ${addresses.map(newToken)}::text[]) with ordinality w (email, token, place)
     order by w.place`.execute(tx)
  const of = (...wanted: string[]) =>
    rows.filter(({ outcome }) => wanted.includes(outcome)).map(({ email }) => email)
  const [invited, again, members] = [of('invited', 'again'), of('again'), of('member')]
  // Nobody was invited who is a member already.
  record(invited.length > 0 ? { objectType: 'invitation', objectId: role, after: { role, invited } } : null)
  return { invited, again, members }
}

export async function withdrawInvitation(
  tx: Tx,
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
