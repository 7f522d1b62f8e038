import { sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import type { Act } from '../../../platform/server/records/write-records.ts'
import type { Assignment } from '../contract.ts'
import { findAssignment } from './assignments.ts'
import { type ClientKey, countMade, findClient, ownerOf } from './client-key.ts'
import { lockClient, moveClient } from './move-client.ts'

export type Assigned = { key: ClientKey; tenantId: number }

/** The client and tenant of an assignment that can be undone. 404: there is none; 409: undone already, or nothing to undo. */
export async function readAssigned(tx: Tx, id: number): Promise<Assigned> {
  const row = await tx.selectFrom('client_assignments').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw refuse(404, 'not_found')
  if (!row.made_link || row.undone_at !== null) throw refuse(409, 'not_undoable')
  return {
    key: { sourceId: row.source_id, clientCode: row.client_code, clientName: row.client_name },
    tenantId: row.to_tenant,
  }
}

/**
 * Takes a client back from its tenant: its rows wait again, also those that came since. 409 where people made something on them
 * and nobody has confirmed what becomes of it (docs/decisions/0083-undo-client-assignment.md).
 */
export async function undoAssignment(
  tx: Tx,
  actor: Actor,
  { id, confirm }: { id: number; confirm: boolean },
  record: (act: Act) => void,
): Promise<Assignment> {
  const { key, tenantId } = await readAssigned(tx, id)
  await lockClient(tx, key)
  const undone = await tx
    .updateTable('client_assignments')
    .set({ undone_at: sql`clock_timestamp()`, undone_by: actor.userId })
    .where('id', '=', id)
    .where('undone_at', 'is', null)
    .executeTakeFirst()
  if (undone.numUpdatedRows === 0n) throw refuse(409, 'not_undoable')
  await takeBack(tx, { key, tenantId, confirm }, record)
  return findAssignment(tx, id)
}

/** Takes a code or name from the tenant that has it, however it came to it. 404: it has not; 409: other rows than were seen. */
export async function takeClient(
  tx: Tx,
  actor: Actor,
  { tenantId, rows, confirm, ...key }: ClientKey & { tenantId: number; rows: number; confirm: boolean },
  record: (act: Act) => void,
): Promise<{ moved: Record<string, number> }> {
  await lockClient(tx, key)
  if ((await ownerOf(tx, key))?.id !== tenantId) throw refuse(404, 'not_found')
  if ((await findClient(tx, key, tenantId)).rows !== rows) throw refuse(409, 'conflict')
  await tx
    .updateTable('client_assignments')
    .set({ undone_at: sql`clock_timestamp()`, undone_by: actor.userId })
    .where('to_tenant', '=', tenantId)
    .where('made_link', '=', true)
    .where('undone_at', 'is', null)
    .where(
      sql<boolean>`(source_id::int, client_code, client_name) is not distinct from (${key.sourceId}::int, ${key.clientCode}::text, ${key.clientName}::text)`,
    )
    .execute()
  return { moved: await takeBack(tx, { key, tenantId, confirm }, record) }
}

async function takeBack(
  tx: Tx,
  { key, tenantId, confirm }: Assigned & { confirm: boolean },
  record: (act: Act) => void,
) {
  const made = await countMade(tx, key, tenantId)
  if (made.length > 0 && !confirm) throw refuse(409, 'moved_with_history')
  if (key.clientCode !== null)
    await tx
      .deleteFrom('upstream_clients')
      .where('source_id', '=', key.sourceId as number)
      .where('client_code', '=', key.clientCode)
      .where('tenant_id', '=', tenantId)
      .execute()
  else
    await tx
      .deleteFrom('upstream_client_names')
      .where('client_name', '=', key.clientName as string)
      .where('tenant_id', '=', tenantId)
      .execute()
  const moved = await moveClient(tx, key, tenantId, 0)
  const act = {
    objectType: 'client',
    objectId: key.clientCode ?? (key.clientName as string),
    before: { ...key, tenantId },
    after: {
      ...{ ...key, tenantId: null, moved },
      ...(made.length > 0 && { made: Object.fromEntries(made.map(({ kind, count }) => [kind, count])) }),
    },
  }
  record(act)
  record({ ...act, chain: tenantId })
  return moved
}
