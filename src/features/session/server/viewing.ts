import { sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import type { Act } from '../../../platform/server/records/write-records.ts'
import type { Viewing } from '../contract.ts'

type Record = (act: Act) => void

/** Looks at a tenant through a role's eyes from now on, under `newToken` (H1). It stands in the tenant's own trail, with its reason. */
export async function beginViewing(
  tx: Tx,
  { tenantId, role, reason }: Viewing,
  newToken: string,
  record: Record,
): Promise<void> {
  const [tenant, known] = await Promise.all([
    tx.selectFrom('tenants').select(['name', 'suspended_at']).where('id', '=', tenantId).executeTakeFirst(),
    tx
      .selectFrom('roles')
      .select('key')
      .where('key', '=', role)
      .where('kind', '=', 'tenant')
      .executeTakeFirst(),
  ])
  if (!tenant) throw refuse(404, 'not_found')
  if (tenant.suspended_at) throw refuse(409, 'tenant_suspended', { values: { tenant: tenant.name } })
  if (!known) throw refuse(422, 'unknown_role')
  const { rows } = await sql<{ id: number; ends_at: string }>`
    select * from auth.begin_viewing(${tenantId}::int, ${role}, ${reason}, ${newToken})`.execute(tx)
  const { id, ends_at: until } = rows[0] as { id: number; ends_at: string }
  record({
    chain: tenantId,
    objectType: 'viewing',
    objectId: String(id),
    after: { role, reason, until },
  })
}

/** Back to everything, under `newToken`. */
export async function endViewing(tx: Tx, actor: Actor, newToken: string, record: Record): Promise<void> {
  if (actor.mode !== 'view_as') throw refuse(409, 'not_viewing')
  const { rows } = await sql<{ id: number | null }>`select auth.end_viewing(${newToken}) as id`.execute(tx)
  const id = rows[0]?.id ?? null
  if (id === null) throw refuse(409, 'not_viewing') // it ran out while this was on its way
  record({ objectType: 'viewing', objectId: String(id), after: { byItself: false } })
}
