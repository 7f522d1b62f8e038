import { sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import type { Act } from '../../../platform/server/records/write-records.ts'

/** For somebody who lost phone and recovery codes. One's own goes the way of everybody: it asks for the password too. */
export async function resetFactor(
  tx: Tx,
  actor: Actor,
  { userId, reason }: { userId: string; reason: string },
  record: (act: Act) => void,
): Promise<{ reset: true }> {
  if (userId === actor.userId) throw refuse(409, 'own_second_factor')
  const { rows } = await sql<{ done: boolean | null }>`
    select portal.reset_factor(${userId}, ${reason}) as done`.execute(tx)
  const done = rows[0]?.done ?? null
  if (done === null) throw refuse(404, 'not_found')
  if (!done) throw refuse(409, 'no_second_factor')
  record({
    chain: 0,
    objectType: 'user',
    objectId: userId,
    before: { enrolled: true },
    after: { enrolled: false, reason },
  })
  return { reset: true }
}
