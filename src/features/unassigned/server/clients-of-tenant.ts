import { sql } from 'kysely'
import type { Tx } from '../../../platform/server/database/tx.ts'
import type { TenantClient } from '../contract.ts'
import { readTenant } from './client-key.ts'

/** The codes and names by which rows of upstream find a tenant. 404: there is no tenant of that id at work. */
export async function clientsOfTenant(tx: Tx, id: number) {
  await readTenant(tx, id)
  const [items, sources] = await Promise.all([
    sql<TenantClient>`
      select k.source_id as "sourceId", s.name as source, k.client_code as "clientCode", null as "clientName"
        from upstream_clients k left join auth.ingest_source_names() s on s.id = k.source_id where k.tenant_id = ${id}::int
      union all
      select null, null, null, k.client_name from upstream_client_names k where k.tenant_id = ${id}::int
      order by 2 nulls last, 3, 4`.execute(tx),
    sql<{
      id: number
      name: string
    }>`select id::int, name from auth.ingest_source_names() order by name`.execute(tx),
  ])
  return { items: items.rows, sources: sources.rows }
}
