import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import type { Move } from '../contract.ts'
import {
  type ClientKey,
  countLines,
  countMade,
  findClient,
  ownerOf,
  readClient,
  readClients,
  readTenant,
} from './client-key.ts'
import { readAssigned } from './undo-assignment.ts'

const NONE = { source: null, names: [], rows: 0, firstDate: null, lastDate: null, belongsTo: null, sums: [] }

/** What moves to a tenant, as it is now. */
export async function previewAssignment(
  tx: Tx,
  { tenantId, ...key }: ClientKey & { tenantId: number },
): Promise<Move> {
  return {
    tenant: await readTenant(tx, tenantId),
    client: await readClient(tx, key, 0),
    waitingLines: await countLines(tx, key, 0),
    made: [],
  }
}

/** What goes back when an assignment is undone. A client without any row left has nothing but its code to give back. */
export async function previewUndo(tx: Tx, { id }: { id: number }): Promise<Move> {
  const { key, tenantId } = await readAssigned(tx, id)
  return {
    tenant: await tx
      .selectFrom('tenants')
      .select(['id', 'name'])
      .where('id', '=', tenantId)
      .executeTakeFirstOrThrow(),
    client: (await readClients(tx, { of: key, tenantId, most: 1 })).items[0] ?? { ...NONE, ...key },
    waitingLines: await countLines(tx, key, tenantId),
    made: await countMade(tx, key, tenantId),
  }
}

/** What comes with a code or name, or goes where the tenant has it. 409: another tenant has it. */
export async function previewOfTenant(tx: Tx, { id, ...key }: ClientKey & { id: number }): Promise<Move> {
  const tenant = await readTenant(tx, id)
  const owner = await ownerOf(tx, key)
  if (owner && owner.id !== id) throw refuse(409, 'client_taken', { values: { tenant: owner.name } })
  const from = owner ? id : 0
  return {
    tenant,
    client: await findClient(tx, key, from),
    waitingLines: await countLines(tx, key, from),
    made: from === 0 ? [] : await countMade(tx, key, from),
  }
}
