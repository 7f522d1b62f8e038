import { sql } from 'kysely'
import { enoughBeside, ofSeen, type SearchSource, toHit } from '../../search/server/published.ts'

type Row = {
  id: number
  title: string
  tenant: string | null
  carrier: string | null
  ordNo: string | null
  poNo: string | null
}

/** Shipments by their order's number, and by parts of the tracking, order and PO number. */
export const shipmentsInSearch: SearchSource = {
  group: 'shipments',
  permission: 'tracking.read',
  module: 'orders',
  async find(tx, actor, { term, parts, most }) {
    const { rows } = await sql<Row>`
      with hits as (
        (select s.tenant_id, s.id, 0 as rank from portal.shipments s
          where ${ofSeen(actor, 's.tenant_id')} and s.ord_no collate portal.natural_order = ${term} order by s.estimated_on desc nulls last, s.id desc limit ${most})
        union all
        select f.tenant_id, f.id, 1 from portal.first_shipments(${term}, ${enoughBeside(most)}) f where ${parts}::boolean)
      select s.id, s.tracking_no as title, t.name as tenant, s.carrier, s.ord_no as "ordNo", s.po_no as "poNo"
        from (select h.tenant_id, h.id, min(h.rank) as rank from hits h group by 1, 2) h
        join portal.shipments s on s.tenant_id = h.tenant_id and s.id = h.id
        join portal.tenants t on t.id = s.tenant_id
       order by s.tracking_no <> ${term}, h.rank, s.estimated_on desc nulls last, s.id desc limit ${most}`.execute(
      tx,
    )
    return rows.map((row) =>
      toHit(actor, `/orders/tracking?shipment=${row.id}`, {
        ...row,
        details: [row.carrier, row.ordNo, row.poNo],
      }),
    )
  },
}
