import type { Actor } from '../../../platform/server/database/context.ts'
import type { Handle } from '../../../platform/server/database/handle.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import type { Act } from '../../../platform/server/records/write-records.ts'
import type { Assignment } from '../contract.ts'
import { listAssignments } from './assignments.ts'
import { type ClientKey, readClient, readTenant } from './client-key.ts'
import { lockClient, moveClient } from './move-client.ts'

/**
 * Gives a client to a tenant, and every row of it: what comes of it from now on goes there too (G1). 409 when the rows are
 * other ones than were seen, or another tenant has the code.
 */
export async function assignClient(
  tx: Handle,
  actor: Actor,
  { tenantId, rows, ...key }: ClientKey & { tenantId: number; rows: number },
  record: (act: Act) => void,
): Promise<Assignment> {
  await lockClient(tx, key)
  const tenant = await readTenant(tx, tenantId)
  const client = await readClient(tx, key, 0)
  if (client.rows !== rows) throw refuse(409, 'conflict')
  if (client.belongsTo && client.belongsTo.id !== tenantId)
    throw refuse(409, 'client_taken', { values: { tenant: client.belongsTo.name } })
  if (!client.belongsTo) await link(tx, key, tenantId)
  const moved = await moveClient(tx, key, 0, tenantId)
  const { id } = await tx
    .insertInto('client_assignments')
    .values({
      source_id: key.sourceId,
      client_code: key.clientCode,
      client_name: key.clientName,
      to_tenant: tenantId,
      made_link: client.belongsTo === null,
      moved: JSON.stringify(moved),
      assigned_by: actor.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const act = {
    objectType: 'client',
    objectId: key.clientCode ?? (key.clientName as string),
    after: { ...key, tenant: tenant.name, moved },
  }
  record(act)
  record({ ...act, chain: tenantId })
  return (await listAssignments(tx, id))[0] as Assignment
}

const link = (tx: Handle, { sourceId, clientCode, clientName }: ClientKey, tenantId: number) =>
  clientCode !== null
    ? tx
        .insertInto('upstream_clients')
        .values({ source_id: sourceId as number, client_code: clientCode, tenant_id: tenantId })
        .execute()
    : tx
        .insertInto('upstream_client_names')
        .values({ client_name: clientName as string, tenant_id: tenantId })
        .execute()
