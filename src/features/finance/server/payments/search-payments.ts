import { sql } from 'kysely'
import {
  CANDIDATES,
  enoughBeside,
  ofAmount,
  ofSeen,
  type SearchSource,
  toHit,
} from '../../../search/server/published.ts'

type Row = {
  title: string
  tenant: string | null
  /** Made here: its reference is its title, and it has a place of its own. */
  made: boolean
  date: string
  reference: string | null
  invoiceId: number | null
  invoice: string | null
}

/**
 * Payments by their number, reference or amount, and by parts of the first two. One that upstream sent is shown with the invoice that it settles, a line
 * of it each; what is on account stands on statements alone, which are made on the screen.
 */
export const paymentsInSearch: SearchSource = {
  group: 'payments',
  permission: 'invoices.read',
  module: 'finance',
  async find(tx, actor, ask) {
    const { term, parts, most } = ask
    const whole = (...columns: string[]) =>
      sql.join(
        columns.map((column) => sql`coalesce(portal.bank_key(${sql.ref(column)}) = asked.key, false)`),
        sql` or `,
      )
    const { rows } = await sql<Row>`
      with asked as (select portal.bank_key(${term}) as key),
      made as (
        select o.tenant_id, o.id from portal.payment_orders o where ${ofSeen(actor, 'o.tenant_id')} and o.reference = upper(${term})
        union
        select o.tenant_id, o.id from portal.payment_orders o
         where ${ofSeen(actor, 'o.tenant_id')} and o.bank_key = (select key from asked) and o.cancelled_at is null
        union
        select f.tenant_id, f.id from ${ofAmount(ask, 'payment_orders_of_amount')} f
        union
        select f.tenant_id, f.id from portal.search_payment_orders(${term}, ${enoughBeside(most)}) f where ${parts}::boolean
      ), sent as (
        select f.tenant_id, f.id from portal.payments_by_number(${term}, ${CANDIDATES}) f
        union
        select f.tenant_id, f.id from ${ofAmount(ask, 'payments_of_amount')} f
        union
        select f.tenant_id, f.id from portal.search_payments(${term}, ${enoughBeside(most)}) f where ${parts}::boolean
      ), found as (
        select o.tenant_id, o.reference as title, true as made, coalesce(o.received_on, (o.created_at at time zone portal.business_zone())::date) as date,
               o.bank_reference as reference, null::bigint as invoice_id, null as invoice, ${whole('o.reference', 'o.bank_reference')} as whole
          from asked, made m join portal.payment_orders o on o.tenant_id = m.tenant_id and o.id = m.id
        union all
        select p.tenant_id, p.payment_no, false, p.payment_date, p.reference, i.id, i.invoice_no, ${whole('p.payment_no', 'p.reference')}
          from asked, sent s join portal.payments p on p.tenant_id = s.tenant_id and p.id = s.id
          left join portal.invoices i on i.tenant_id = p.tenant_id and i.source_id = coalesce(p.settles_source, p.source_id)
               and i.source_key = p.invoice_no and i.currency = p.currency
      )
      select f.title, t.name as tenant, f.made, f.date, f.reference, f.invoice_id as "invoiceId", f.invoice
        from found f join portal.tenants t on t.id = f.tenant_id
       order by not f.whole, f.date desc, f.title desc, f.invoice limit ${most}`.execute(tx)
    return rows.map(({ made, invoiceId, ...row }) => {
      const place = made ? `?payment=${row.title}` : invoiceId === null ? '' : `/invoices/id:${invoiceId}`
      return toHit(actor, `/finance${place}`, { ...row, details: [row.date, row.reference, row.invoice] })
    })
  },
}
