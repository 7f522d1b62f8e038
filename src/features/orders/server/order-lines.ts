import { sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import { certificateOf, wishOf } from '../../lots/server/published.ts'
import type { OrderDetail } from '../contract.ts'
import type { OrderPlace } from './find-order.ts'

const LOT = { source: sql`l.source_id`, lot: sql`l.lot`, item: sql`l.lot_item` }
/** No order has as many; one that did would show this many and the sums over all. */
const MOST_LINES = 1000

/** Lines of an order by their number, and what is ordered, shipped and open by unit, over all of them. */
export async function readOrderLines(
  tx: Tx,
  actor: Actor,
  place: OrderPlace,
): Promise<Pick<OrderDetail, 'lines' | 'lineTotals' | 'lineCount'>> {
  const orders = place.tenantId === 0 ? sql`portal.unassigned_orders` : sql`portal.orders`
  const lines = place.tenantId === 0 ? sql`portal.unassigned_order_lines` : sql`portal.order_lines`
  const ofTenant = (alias: string) =>
    place.tenantId === 0 ? sql`true` : sql`${sql.ref(`${alias}.tenant_id`)} = ${place.tenantId}::int`
  // What is open: never less than nothing, and unknown where nobody ordered a quantity.
  const open = sql`case when l.qty_ordered is not null then greatest(l.qty_ordered - coalesce(l.qty_shipped, 0), 0) end`
  const held = sql`from ${orders} o join ${lines} l on ${ofTenant('l')} and l.source_id = o.source_id and l.order_key = o.source_key`
  const ofOrder = sql`where ${ofTenant('o')} and o.id = ${place.id}::bigint`
  const [{ rows }, { rows: totals }] = await Promise.all([
    sql<OrderDetail['lines'][number]>`
      select l.line_no as "lineNo", l.item_no as "itemNo", l.item_name as "itemName", l.qty_ordered::float8 as ordered,
             l.qty_shipped::float8 as shipped, ${open}::float8 as open, nullif(btrim(l.unit), '') as unit,
             trim_scale(l.unit_price)::text as "unitPrice", l.lot,
             case when x.id is not null then portal.lot_address(x.id, x.lot_no) end as "lotAddress", portal.lot_state(x.state, x.expires_on, (select portal.today())) as "lotState",
             ${certificateOf(actor, { ...LOT, state: sql`x.state` })} as certificate,
             ${place.tenantId === 0 ? sql`null` : wishOf(actor, LOT)} as wished
        ${held} left join portal.lots x on x.source_id = l.source_id and x.lot_no = l.lot and x.item_no = l.lot_item ${ofOrder}
       order by l.line_no collate portal.natural_order, l.id limit ${MOST_LINES}`.execute(tx),
    sql<OrderDetail['lineTotals'][number] & { lines: number }>`
      select nullif(btrim(l.unit), '') as unit, count(*) as lines, coalesce(sum(l.qty_ordered), 0)::float8 as ordered,
             coalesce(sum(l.qty_shipped), 0)::float8 as shipped, coalesce(sum(${open}), 0)::float8 as open
        ${held} ${ofOrder} group by 1 order by 1 nulls last limit ${MOST_LINES}`.execute(tx),
  ])
  return {
    lines: rows,
    lineTotals: totals,
    lineCount: totals.reduce((sum, total) => sum + total.lines, 0),
  }
}
