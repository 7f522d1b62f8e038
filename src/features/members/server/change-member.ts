import { sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import type { Act } from '../../../platform/server/records/write-records.ts'
import { managedTenant, refuseUngrantable } from './managed-tenant.ts'

type Change = { userId: string; role: string | null }

/** Another role, or none: out of the tenant; of nobody who holds more than the asker (A7). Whoever manages the people last cannot go, nor be made something else. */
export async function changeMember(
  tx: Tx,
  actor: Actor,
  { userId, role }: Change,
  record: (act: Act) => void,
): Promise<void> {
  const tenant = managedTenant(actor)
  if (role !== null) await refuseUngrantable(tx, actor, role)
  const { rows } = await sql<{ role_before: string | null; is_last: boolean | null }>`
    select * from portal.change_member(${tenant}::int, ${userId}, ${role})`.execute(tx)
  const [changed] = rows
  if (!changed?.role_before) throw refuse(404, 'not_found')
  if (changed.is_last) throw refuse(409, 'last_owner')
  // Nor is anything taken from who holds more: this transaction is taken back.
  await refuseUngrantable(tx, actor, changed.role_before)
  record({ objectType: 'member', objectId: userId, before: { role: changed.role_before }, after: { role } })
}
