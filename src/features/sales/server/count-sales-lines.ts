import { sql } from 'kysely'
import type { Actor } from '../../../platform/server/database/context.ts'
import type { Tx } from '../../../platform/server/database/tx.ts'
import type { SalesLineCounts } from '../contract.ts'
import { chosenLines, readManyLines } from './list-sales-lines.ts'
import { type LineFilter, selectSalesLines } from './select-sales-lines.ts'

/**
 * What the lines behind a figure count, and their averages, from the lines and not from what the screens read: distinct orders by
 * their number, products by their shown name, and customers as portal.customer_counted tells them apart (D2).
 */
export async function countSalesLines(tx: Tx, actor: Actor, ask: LineFilter): Promise<SalesLineCounts> {
  const selection = await selectSalesLines(tx, actor, ask)
  const { dataset, sums } = selection
  const chosen = chosenLines(selection, ask)
  // Items and customers are few: lines are put together by them before their names are looked up.
  const asked = sql<SalesLineCounts>`
    with pair as materialized (
      select s.tenant_id, s.item_id, s.customer_id, count(*) as lines, sum(s.amount_cents) as cents from ${chosen} group by 1, 2, 3
    ), total as (
      select coalesce(sum(p.lines), 0) as lines, coalesce(sum(p.cents), 0) as cents,
        (select count(*) from (select ${sql.ref(dataset.order)} as number from ${chosen} group by 1) o where o.number <> '') as orders,
        (select count(distinct i.product) from (select distinct p.tenant_id, p.item_id from pair p) p
           join portal.sales_items i on i.tenant_id = p.tenant_id and i.dataset = ${dataset.id} and i.item_id = p.item_id) as products,
        (select count(distinct portal.customer_counted(c.client_code, c.customer))
           from (select distinct p.tenant_id, p.customer_id from pair p) p
           join portal.sales_customers c on c.tenant_id = p.tenant_id and c.dataset = ${dataset.id} and c.customer_id = p.customer_id) as known
        from pair p
    ), counted as (
      select t.*, case when ${dataset.oneCustomer(sums)} then least(t.known, 1) else t.known end as customers from total t
    )
    select orders, products, customers,
      portal.money_text(coalesce(cents / nullif(lines, 0), 0)) as "averagePerLine",
      portal.money_text(coalesce(cents / nullif(orders, 0), 0)) as "averagePerOrder",
      round(coalesce(orders::numeric / nullif(customers, 0), 0), 2)::float8 as "ordersPerCustomer"
      from counted`
  const [, { rows }] = await Promise.all([readManyLines(tx), asked.execute(tx)])
  return rows[0] as SalesLineCounts
}
