import { sql } from 'kysely'
import { normaliseEmail } from '../../../platform/server/auth/normalise-email.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import type { Act } from '../../../platform/server/records/write-records.ts'
import type { ErasureReport } from '../contract.ts'

type Erased = { outcome: 'other_address' | 'still_active' | 'done' | null; report: ErasureReport }

/** `userId` null: somebody with that address who may have no account, for the operator. */
export async function erasePerson(
  tx: Tx,
  { userId, email, recordsEnded = false }: { userId: string | null; email: string; recordsEnded?: boolean },
): Promise<Erased> {
  const { rows } = await sql<Erased>`
    select * from portal.erase_person(${userId}, ${normaliseEmail(email)}, ${recordsEnded}::boolean)`.execute(
    tx,
  )
  return rows[0] ?? { outcome: null, report: [] }
}

/** The row of the trail says in how many rows somebody was found and went. */
export const ofErasure = (report: ErasureReport) => ({
  erased: true,
  rows: report.reduce((sum, { did, rows }) => sum + (did === 'renamed' || did === 'deleted' ? rows : 0), 0),
})

/** What is known of a person goes; the row that says so names the pseudonym alone. */
export async function eraseUser(
  tx: Tx,
  { userId, email }: { userId: string; email: string },
  record: (act: Act) => void,
): Promise<{ report: ErasureReport }> {
  const { outcome, report } = await erasePerson(tx, { userId, email })
  if (!outcome) throw refuse(404, 'not_found')
  if (outcome !== 'done') throw refuse(409, outcome)
  record({ chain: 0, objectType: 'user', objectId: userId, after: ofErasure(report) })
  return { report }
}
