import { sql } from 'kysely'
import { normaliseEmail } from '../../../platform/server/auth/normalise-email.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import type { Act } from '../../../platform/server/records/write-records.ts'
import type { USER_STATES } from '../contract.ts'
import type { AccountKeys } from './account-keys.ts'
import { findUser } from './list-users.ts'

type Record = (act: Act) => void
type State = (typeof USER_STATES)[number]
const stateOf = (off: boolean): State => (off ? 'deactivated' : 'active')

export async function setState(tx: Tx, { userId, state }: { userId: string; state: State }, record: Record) {
  const { rows } = await sql<{ outcome: 'last_administrator' | 'last_owner' | 'done' | null; was: boolean }>`
    select * from portal.set_deactivated(${userId}, ${state === 'deactivated'})`.execute(tx)
  const [result] = rows
  if (!result?.outcome) throw refuse(404, 'not_found')
  if (result.outcome === 'last_administrator' || result.outcome === 'last_owner')
    throw refuse(409, result.outcome)
  record({
    chain: 0,
    objectType: 'user',
    objectId: userId,
    before: { state: stateOf(result.was) },
    after: { state },
  })
  return { state }
}

/** Failed attempts are counted anew, from wherever they came (A5). */
export async function unlock(tx: Tx, { userId }: { userId: string }, accounts: AccountKeys, record: Record) {
  const user = await findUser(tx, userId)
  if (!user) throw refuse(404, 'not_found')
  await sql`select portal.unlock_account(${accounts.accountOf(user.email)})`.execute(tx)
  record({ chain: 0, objectType: 'user', objectId: userId, after: { unlocked: true } })
  return { unlocked: true as const }
}

export async function endSessions(
  tx: Tx,
  { userId, sessionId }: { userId: string; sessionId?: string | undefined },
  record: Record,
) {
  const { rows } = await sql<{ ended: number }>`
    select portal.end_sessions(${userId}, ${sessionId ?? null}) as ended`.execute(tx)
  const ended = rows[0]?.ended ?? 0
  if (ended === 0) throw refuse(404, 'not_found')
  record({ chain: 0, objectType: 'user', objectId: userId, after: { sessionId: sessionId ?? null, ended } })
  return { ended }
}

/** For whoever cannot confirm it themselves; the reason stays on record. */
export async function changeEmail(
  tx: Tx,
  { userId, email, reason }: { userId: string; email: string; reason: string },
  record: Record,
) {
  const address = normaliseEmail(email)
  const { rows } = await sql<{ before: string | null }>`
    select portal.change_email_of(${userId}, ${address}) as before`.execute(tx)
  const before = rows[0]?.before
  if (!before) throw refuse(404, 'not_found')
  record({
    chain: 0,
    objectType: 'user',
    objectId: userId,
    before: { email: before },
    after: { email: address, reason },
  })
  return { email: address }
}
