import { sql } from 'kysely'
import { CANDIDATES, ofSeen, type SearchSource, toHit } from '../../search/server/published.ts'
import { sideOf } from './po-rows.ts'

type Row = {
  id: number
  title: string | null
  tenant: string | null
  number: number | null
  shipTo: string | null
}

/** Purchase orders by their own number or the client's, and by parts of those, of the address and of the note; a client's drafts are its own. */
export const purchaseOrdersInSearch: SearchSource = {
  group: 'purchaseOrders',
  permission: 'purchase_orders.read',
  module: 'orders',
  async find(tx, actor, { term, parts, most }) {
    const number = /^[1-9]\d{0,8}$/.test(term) ? Number(term) : null
    const { rows } = await sql<Row>`
      with hits as (
        (select p.tenant_id, p.id, 0 as rank from portal.purchase_orders p
          where ${ofSeen(actor, 'p.tenant_id')} and p.number = ${number}::int limit ${most})
        union all
        (select p.tenant_id, p.id, 0 from portal.purchase_orders p
          where ${ofSeen(actor, 'p.tenant_id')} and p.po_key = portal.number_key(${term}) limit ${most})
        union all
        select f.tenant_id, f.id, 1 from portal.search_purchase_orders(${term}, ${CANDIDATES}) f where ${parts}::boolean)
      select p.id, coalesce(nullif(btrim(p.po_no), ''), p.number::text) as title, t.name as tenant, p.number, p.ship_to as "shipTo"
        from (select h.tenant_id, h.id, min(h.rank) as rank from hits h group by 1, 2) h
        join portal.purchase_orders p on p.tenant_id = h.tenant_id and p.id = h.id
        join portal.tenants t on t.id = p.tenant_id
       where ${sideOf(actor) === 'client'}::boolean or p.state <> 'draft' or p.by_staff
       order by h.rank, p.dated_at desc, p.id desc limit ${most}`.execute(tx)
    return rows.map((row) =>
      toHit(actor, `/orders/purchase-orders/${row.id}`, {
        ...row,
        details: [row.number === null ? null : `#${row.number}`, row.shipTo],
      }),
    )
  },
}
