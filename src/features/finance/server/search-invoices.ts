import { sql } from 'kysely'
import { enoughBeside, ofAmount, ofSeen, type SearchSource, toHit } from '../../search/server/published.ts'

type Row = {
  id: number
  title: string
  tenant: string | null
  date: string | null
  poNo: string | null
  client: string | null
}

/** Invoices by their number, by their total or balance, and by parts of it, of the PO and order number and of the client's name. */
export const invoicesInSearch: SearchSource = {
  group: 'invoices',
  permission: 'invoices.read',
  module: 'finance',
  async find(tx, actor, ask) {
    const { term, parts, today, most } = ask
    const { rows } = await sql<Row>`
      with hits as (
        (select i.tenant_id, i.id, 0 as rank from portal.invoices i
          where ${ofSeen(actor, 'i.tenant_id')} and i.invoice_no = ${term} order by i.invoice_date desc, i.id desc limit ${most})
        union all
        (select i.tenant_id, i.id, 1 from portal.invoices i
          where ${ofSeen(actor, 'i.tenant_id')} and i.ord_no = ${term} order by i.invoice_date desc, i.id desc limit ${most})
        union all
        select f.tenant_id, f.id, 1 from portal.invoices_by_po_no(${term}, ${most}) f
        union all
        select f.tenant_id, f.id, 2 from ${ofAmount(ask, 'invoices_of_amount', sql`${today}::date`)} f
        union all
        select f.tenant_id, f.id, 3 from portal.first_invoices(${term}, ${enoughBeside(most)}) f where ${parts}::boolean)
      select i.id, i.invoice_no as title, t.name as tenant, i.invoice_date as date, i.po_no as "poNo", i.client_name as client
        from (select h.tenant_id, h.id, min(h.rank) as rank from hits h group by 1, 2) h
        join portal.invoices i on i.tenant_id = h.tenant_id and i.id = h.id
        join portal.tenants t on t.id = i.tenant_id
       order by h.rank, i.invoice_date desc nulls last, i.id desc limit ${most}`.execute(tx)
    return rows.map((row) =>
      toHit(actor, `/finance/invoices/id:${row.id}`, { ...row, details: [row.date, row.poNo, row.client] }),
    )
  },
}
