import { sql } from 'kysely'
import { normaliseEmail } from '../../../platform/server/auth/normalise-email.ts'
import { newToken } from '../../../platform/server/auth/sessions.ts'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse, refuseWhenFull } from '../../../platform/server/endpoint/fault.ts'
import type { Act } from '../../../platform/server/records/write-records.ts'
import type { OwnEmail } from '../contract.ts'

type Asked = { email: string; old_confirmed: boolean; new_confirmed: boolean; ends_at: string }

export async function ownEmail(tx: Tx, actor: Actor): Promise<OwnEmail> {
  const [profile, asked] = await Promise.all([
    tx.selectFrom('profiles').select('email').where('user_id', '=', actor.userId).executeTakeFirst(),
    sql<Asked>`select * from portal.own_email_change()`.execute(tx),
  ])
  const [next] = asked.rows
  return {
    email: profile?.email ?? '',
    next: next
      ? {
          email: next.email,
          oldConfirmed: next.old_confirmed,
          newConfirmed: next.new_confirmed,
          endsAt: next.ends_at,
        }
      : null,
  }
}

/** Two links by mail, to the address that is and to the one that is wanted. Whether that is somebody's stays unsaid (A5). */
export async function changeOwnEmail(
  tx: Tx,
  actor: Actor,
  { email }: { email: string },
  record: (act: Act) => void,
): Promise<OwnEmail> {
  const address = normaliseEmail(email)
  const present = await ownEmail(tx, actor)
  if (present.email === address) throw refuse(422, 'nothing_to_change')
  const { rows } = await sql<{ wait: number | null }>`
    select portal.ask_email_change(${address}, ${newToken()}, ${newToken()}) as wait`.execute(tx)
  refuseWhenFull(rows[0]?.wait ?? null)
  record({ objectType: 'user', objectId: actor.userId, after: { email: address } })
  return ownEmail(tx, actor)
}
