import { sql } from 'kysely'
import type { ModuleId } from '../../../platform/contract/permissions.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { refuse } from '../../../platform/server/endpoint/fault.ts'
import type { Act } from '../../../platform/server/records/write-records.ts'
import { MOST_CHANGES, type ModuleChange } from '../contract.ts'
import { named } from './list-modules.ts'

type Record = (act: Act) => void

/** Of two changes of one cell the later counts. 404: one of the clients does not exist; then nothing is changed. */
export async function changeModules(
  tx: Tx,
  asked: readonly ModuleChange[],
  record: Record,
): Promise<{ changed: ModuleChange[] }> {
  const changes = [...new Map(asked.map((change) => [`${change.client} ${change.module}`, change])).values()]
  const ids = [...new Set(changes.map(({ client }) => client))].toSorted((a, b) => a - b)
  // In their order, so that of two administrators one waits.
  const known = await sql<{ id: number }>`
    select id from tenants where id = any (${ids}::int[]) order by id for update`.execute(tx)
  if (known.rows.length < ids.length) throw refuse(404, 'not_found')
  return turn(tx, changes, record)
}

/** The same for every client that a search finds. */
export async function changeForAll(
  tx: Tx,
  { module, visible, search }: { module: ModuleId; visible: boolean; search?: string | undefined },
  record: Record,
): Promise<{ changed: ModuleChange[] }> {
  const { rows } = await sql<{ id: number }>`
    select t.id from tenants t where ${named(search)} order by t.id limit ${MOST_CHANGES} for update`.execute(
    tx,
  )
  return turn(
    tx,
    rows.map(({ id }) => ({ client: id, module, visible })),
    record,
  )
}

/** Missing rows count as visible. Each client's chain tells of its own; its people hear of it at once. */
async function turn(tx: Tx, changes: readonly ModuleChange[], record: Record) {
  const { rows: changed } = await sql<ModuleChange>`
    insert into tenant_module_visibility as v (tenant_id, module_id, is_visible)
    select a.client, a.module, a.visible
      from json_to_recordset(${JSON.stringify(changes)}::json) a (client int, module text, visible boolean)
      left join tenant_module_visibility k on k.tenant_id = a.client and k.module_id = a.module
     where coalesce(k.is_visible, true) <> a.visible
    on conflict (tenant_id, module_id) do update set is_visible = excluded.is_visible
    returning tenant_id as client, module_id as module, is_visible as visible`.execute(tx)
  const byClient = new Map<number, ModuleChange[]>()
  for (const change of changed) byClient.set(change.client, [...(byClient.get(change.client) ?? []), change])
  const values = (of: ModuleChange[], turned: boolean) =>
    Object.fromEntries(of.map(({ module, visible }) => [module, visible !== turned]))
  for (const [client, of] of byClient)
    record({
      chain: client,
      objectType: 'modules',
      objectId: String(client),
      before: values(of, true),
      after: values(of, false),
      event: { topic: 'tenants', tenantId: client },
    })
  if (changed.length === 0) record({ objectType: 'modules', objectId: 'none' })
  return { changed }
}
