import { sql } from 'kysely'
import { normaliseEmail } from '../../../platform/server/auth/attempts.ts'
import type { Handle } from '../../../platform/server/database/handle.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import type { Act } from '../../../platform/server/records/write-records.ts'

type Erased = { outcome: 'other_address' | 'still_active' | 'done' | null; values_erased: number | null }

/** `userId` null: somebody with that address who may have no account, for the operator. */
export async function erasePerson(tx: Handle, userId: string | null, email: string): Promise<Erased> {
  const { rows } = await sql<Erased>`
    select * from portal.erase_person(${userId}, ${normaliseEmail(email)})`.execute(tx)
  return rows[0] ?? { outcome: null, values_erased: null }
}

/** What is known of a person goes; the row that says so names the pseudonym alone. */
export async function eraseUser(
  tx: Handle,
  { userId, email }: { userId: string; email: string },
  record: (act: Act) => void,
) {
  const { outcome, values_erased } = await erasePerson(tx, userId, email)
  if (!outcome) throw refuse(404, 'not_found')
  if (outcome !== 'done') throw refuse(409, outcome)
  const values = values_erased ?? 0
  record({ chain: 0, objectType: 'user', objectId: userId, after: { erased: true, values } })
  return { values }
}
