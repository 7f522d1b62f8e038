import { sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { may } from '../../../platform/server/endpoint/in-tenant.ts'
import type { LotDetail, LotLine } from '../contract.ts'
import type { LotPlace } from './find-lot.ts'

/** Lines beyond these are in the sums and the count. */
const MOST_LINES = 200

type Lines = Pick<LotDetail, 'lines' | 'lineTotals' | 'lineCount'>

/** The lines of the asker's orders that a lot stands on; nothing of them for whoever may not see orders. */
export async function readLotLines(tx: Tx, actor: Actor, place: LotPlace): Promise<Lines> {
  if (!may(actor, 'orders.read') || actor.hiddenModules.includes('orders'))
    return { lines: null, lineTotals: null, lineCount: null }
  // For the planner; the policy is the guard.
  const ofTenant = actor.tenantId === null ? sql`true` : sql`l.tenant_id = ${actor.tenantId}::int`
  const held = sql`from portal.order_lines l
      join portal.orders o on o.tenant_id = l.tenant_id and o.source_id = l.source_id and o.source_key = l.order_key
    where ${ofTenant} and l.source_id = ${place.sourceId}::smallint and l.lot = ${place.lotNo} and l.lot_item = ${place.itemNo}`
  const [{ rows }, { rows: totals }] = await Promise.all([
    sql<LotLine & { tenantName: string }>`
      select t.name as "tenantName", o.id as "orderId", o.ord_no as "ordNo", o.po_no as "poNo", o.ord_stat as "ordStat",
             l.line_no as "lineNo", l.item_no as "itemNo", l.item_name as "itemName", l.qty_ordered::float8 as ordered,
             l.qty_shipped::float8 as shipped, nullif(btrim(l.unit), '') as unit
        from (select l.*, o.id as order_id ${held}) l
        join portal.orders o on o.tenant_id = l.tenant_id and o.id = l.order_id
        join portal.tenants t on t.id = l.tenant_id
       order by o.ord_no collate portal.natural_order desc nulls last, o.id desc, l.line_no collate portal.natural_order, l.id
       limit ${MOST_LINES}`.execute(tx),
    sql<{ unit: string | null; lines: number; ordered: number; shipped: number }>`
      select nullif(btrim(l.unit), '') as unit, count(*) as lines, coalesce(sum(l.qty_ordered), 0)::float8 as ordered,
             coalesce(sum(l.qty_shipped), 0)::float8 as shipped
        ${held} group by 1 order by 1 nulls last limit ${MOST_LINES}`.execute(tx),
  ])
  return {
    lines: rows.map(({ tenantName, ...line }) => (actor.tenantId === null ? { tenantName, ...line } : line)),
    lineTotals: totals.map(({ lines: _, ...total }) => total),
    lineCount: totals.reduce((sum, { lines }) => sum + lines, 0),
  }
}
