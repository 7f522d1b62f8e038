import { sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import type { OrderChange } from '../contract.ts'

export type RecentChange = OrderChange & {
  orderId: number
  ordNo: string | null
  primary: string | null
  clientName: string | null
  /** Whose order it is; there only for those who look at several tenants. */
  tenantName?: string
}

/**
 * The newest recorded changes over every order that the actor may see, newest first; those of unassigned orders too for an
 * administrator. Reads `limit` rows of each tenant by the index, so that its cost does not grow with the number of orders.
 */
export async function listOrderChanges(
  tx: Tx,
  actor: Actor,
  { limit }: { limit: number },
): Promise<RecentChange[]> {
  const isAdmin = actor.kind === 'admin'
  const tenants = isAdmin ? sql`select id from portal.tenants` : sql`select unnest(${actor.tenantIds}::int[])`
  const columns = sql`order_id, id, line_no, field, old_value, new_value, happened_at, recorded_at`
  const newest = sql`order by happened_at desc, id desc limit ${limit}::int`
  const { rows } = await sql<RecentChange & { tenantName: string | null }>`
    with newest as (
      select c.* from (${tenants}) t (id) cross join lateral (
        select tenant_id, ${columns} from portal.order_changes where tenant_id = t.id ${newest}) c
      ${isAdmin ? sql`union all (select 0, ${columns} from portal.unassigned_order_changes ${newest})` : sql``}
      ${newest}
    )
    select c.id, c.order_id as "orderId", o.ord_no as "ordNo", o.primary_no as primary, o.client_name as "clientName",
           t.name as "tenantName", c.line_no as "lineNo", c.field, c.old_value as old, c.new_value as new,
           c.happened_at as at, c.recorded_at as "recordedAt"
      from newest c
      join ${sql.table(isAdmin ? 'portal.all_orders' : 'portal.orders')} o on o.tenant_id = c.tenant_id and o.id = c.order_id
      left join portal.tenants t on t.id = c.tenant_id
     order by c.happened_at desc, c.id desc`.execute(tx)
  return rows.map(({ tenantName, ...change }) =>
    actor.tenantId === null && tenantName !== null ? { ...change, tenantName } : change,
  )
}
