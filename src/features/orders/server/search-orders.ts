import { sql } from 'kysely'
import { enoughBeside, ofAmount, type SearchSource, toHit } from '../../search/server/published.ts'
import type { Order } from '../contract.ts'
import { foundLine } from './found-line.ts'
import { findsByProduct } from './match-orders.ts'

type Row = {
  id: number
  title: string | null
  tenant: string | null
  poNo: string | null
  client: string | null
  line: Order['line'] | null
}

/**
 * Orders by their number, PO number or amount, and by parts of those, of the reference, of the client's name and of their lines; by
 * names of the products, for who may see these.
 */
export const ordersInSearch: SearchSource = {
  group: 'orders',
  permission: 'orders.read',
  module: 'orders',
  async find(tx, actor, ask) {
    const { term, parts, most } = ask
    const table = sql.table(actor.kind === 'admin' ? 'portal.all_orders' : 'portal.orders')
    const own = actor.tenantId === null ? sql`true` : sql`o.tenant_id = ${actor.tenantId}::int`
    const { rows } = await sql<Row>`
      with hits as (
        (select o.tenant_id, o.id, 0 as rank from ${table} o
          where ${own} and o.ord_no collate portal.natural_order = ${term} order by o.id desc limit ${most})
        union all
        select f.tenant_id, f.id, 1 from portal.orders_by_po_no(${term}, ${most}) f
        union all
        select f.tenant_id, f.id, 2 from ${ofAmount(ask, 'orders_of_amount')} f
        union all
        select f.tenant_id, f.id, 3 from portal.first_orders(${term}, ${enoughBeside(most)}) f where ${parts}::boolean
        union all
        select f.tenant_id, f.id, 4 from portal.orders_of_products(${term}, ${enoughBeside(most)}) f where ${parts && findsByProduct(actor)}::boolean)
      select o.id, o.ord_no as title, t.name as tenant, o.po_no as "poNo", o.client_name as client,
             case when h.rank >= 3 then ${foundLine(actor, term)} end as line
        from (select h.tenant_id, h.id, min(h.rank) as rank from hits h group by 1, 2) h
        join ${table} o on o.tenant_id = h.tenant_id and o.id = h.id
        left join portal.tenants t on t.id = o.tenant_id
       order by h.rank, o.ord_no collate portal.natural_order desc nulls last, o.id desc limit ${most}`.execute(
      tx,
    )
    return rows.map(({ line, ...row }) =>
      toHit(actor, `/orders/id:${row.id}`, {
        ...row,
        details: [row.poNo, row.client, ...(line ? [line.itemName ?? line.itemNo, line.lot] : [])],
      }),
    )
  },
}
