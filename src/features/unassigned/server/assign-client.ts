import { sql } from 'kysely'
import { minorDigits } from '../../../platform/contract/minor-digits.ts'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import type { Act } from '../../../platform/server/records/write-records.ts'
import type { Assignment } from '../contract.ts'
import { findAssignment } from './assignments.ts'
import { type ClientKey, findClient, readClient, readTenant } from './client-key.ts'
import { lockClient, moveClient } from './move-client.ts'

/**
 * Gives a client to a tenant, and every row of it: what comes of it from now on goes there too (G1). 409 when the rows are
 * other ones than were seen, or another tenant has the code.
 */
export async function assignClient(
  tx: Tx,
  actor: Actor,
  { tenantId, rows, ...key }: ClientKey & { tenantId: number; rows: number },
  record: (act: Act) => void,
): Promise<Assignment> {
  await lockClient(tx, key)
  const tenant = await readTenant(tx, tenantId)
  const client = await readClient(tx, key, 0)
  if (client.rows !== rows) throw refuse(409, 'conflict')
  refuseTaken(client.belongsTo, tenantId)
  const { id } = await give(tx, actor, { key, tenant, isNew: client.belongsTo === null }, record)
  return findAssignment(tx, id)
}

/** The same for a code or name that no row may wait for yet. 409 where the tenant has it and nothing waits. */
export async function addClient(
  tx: Tx,
  actor: Actor,
  { tenantId, rows, ...key }: ClientKey & { tenantId: number; rows: number },
  record: (act: Act) => void,
): Promise<{ moved: Record<string, number> }> {
  await lockClient(tx, key)
  const tenant = await readTenant(tx, tenantId)
  const client = await findClient(tx, key, 0)
  if (client.rows !== rows) throw refuse(409, 'conflict')
  refuseTaken(client.belongsTo, tenantId)
  if (client.belongsTo && rows === 0) throw refuse(409, 'already_exists')
  const { moved } = await give(tx, actor, { key, tenant, isNew: client.belongsTo === null }, record)
  return { moved }
}

function refuseTaken(owner: { id: number; name: string } | null, tenantId: number): void {
  if (owner && owner.id !== tenantId) throw refuse(409, 'client_taken', { values: { tenant: owner.name } })
}

async function give(
  tx: Tx,
  actor: Actor,
  { key, tenant, isNew }: { key: ClientKey; tenant: Company; isNew: boolean },
  record: (act: Act) => void,
) {
  if (isNew) await link(tx, key, tenant.id)
  await refuseLostDigits(tx, key, tenant)
  const moved = await moveClient(tx, key, 0, tenant.id)
  const { id } = await tx
    .insertInto('client_assignments')
    .values({
      source_id: key.sourceId,
      client_code: key.clientCode,
      client_name: key.clientName,
      to_tenant: tenant.id,
      made_link: isNew,
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
  record({ ...act, chain: tenant.id })
  return { id, moved }
}

type Company = { id: number; name: string; currency: string }

/** Rows that name no currency waited in the installation's, so a third decimal of the company's may be gone. */
async function refuseLostDigits(tx: Tx, key: ClientKey, { currency }: Company): Promise<void> {
  if (minorDigits(currency) !== 3) return
  const { rows } = await sql<{ waits: boolean }>`
    select portal.waits_without_currency(${key.sourceId}::int, ${key.clientCode}, ${key.clientName}) as waits`.execute(
    tx,
  )
  if (rows[0]?.waits) throw refuse(409, 'currency_not_named', { values: { currency } })
}

const link = (tx: Tx, { sourceId, clientCode, clientName }: ClientKey, tenantId: number) =>
  clientCode !== null
    ? tx
        .insertInto('upstream_clients')
        .values({ source_id: sourceId as number, client_code: clientCode, tenant_id: tenantId })
        .execute()
    : tx
        .insertInto('upstream_client_names')
        .values({ client_name: clientName as string, tenant_id: tenantId })
        .execute()
