import { sql } from 'kysely'
import type { Actor } from '../../../../platform/server/database/context.ts'
import type { Tx } from '../../../../platform/server/database/tx.ts'
import { refuse } from '../../../../platform/server/endpoint/fault.ts'
import type { CHOICES, DraftStart } from '../../drafts-contract.ts'

const MOST_CHOICES = 20

type Begun = { tenantId: number; ordNo: string | null; poNo: string | null; lines: Line[] | null }
type Line = DraftStart['lines'][number]
type AskStart = {
  tenantId?: number | undefined
  order?: number | undefined
  shipment?: number | undefined
}

/** 404 for a company, order or shipment that the asker may not look into, as for none. */
export async function startDraft(
  tx: Tx,
  actor: Actor,
  { tenantId, order, shipment }: AskStart,
): Promise<DraftStart> {
  const begun = await (shipment === undefined
    ? order === undefined
      ? { tenantId: tenantId ?? actor.tenantId ?? 0, ordNo: null, poNo: null, lines: null }
      : ofOrder(tx, order)
    : ofShipment(tx, shipment))
  const company =
    begun &&
    (await tx
      .selectFrom('tenants as t')
      .select([
        't.id as tenantId',
        't.name as tenantName',
        't.currency',
        't.terms',
        't.address as billTo',
        't.region as place',
        sql<boolean>`exists (select from portal.invoices i where i.tenant_id = t.id and i.source_id <> 0)`.as(
          'fromUpstream',
        ),
      ])
      .where('t.id', '=', begun.tenantId)
      .$if(actor.tenantId !== null, (query) => query.where('t.id', '=', actor.tenantId ?? 0))
      .executeTakeFirst())
  if (!begun || !company) throw refuse(404, 'not_found')
  const lines = (begun.lines ?? []).filter(({ quantity }) => Number(quantity) > 0)
  return {
    ...{ ...company, ordNo: begun.ordNo, poNo: begun.poNo, lines },
    allInvoiced: begun.lines !== null && begun.lines.length > 0 && lines.length === 0,
  }
}

/** A line as a draft has it; `l` is the line, `x.quantity` what is not invoiced of it. */
const LINE = sql`json_build_object('itemNo', l.item_no, 'description', coalesce(l.item_name, l.item_no, ''),
  'quantity', trim_scale(x.quantity)::text, 'unit', nullif(btrim(l.unit), ''), 'unitPrice', coalesce(trim_scale(p.unit_price)::text, ''),
  'lots', l.lot)`

/** What is invoiced of an order by item: credit notes are below 0. */
const invoiced = sql`select n.item_no, sum(n.quantity) as quantity
  from o join portal.invoices i on i.tenant_id = o.tenant_id and i.ord_no = o.ord_no
  join portal.invoice_lines n on n.tenant_id = i.tenant_id and n.source_id = i.source_id and n.invoice_key = i.source_key
 group by 1`

async function ofOrder(tx: Tx, id: number): Promise<Begun | undefined> {
  const { rows } = await sql<Begun>`
    with o as (
      select o.tenant_id, o.source_id, o.source_key, coalesce(o.ord_no, o.primary_no) as ord_no, o.po_no
        from portal.orders o where o.tenant_id in (select t.id from portal.tenants t) and o.id = ${id}::bigint
    ), invoiced as (${invoiced}), line as (
      -- What is invoiced of an item is taken off its lines in their order.
      select l.*, coalesce(sum(l.qty_ordered) over (partition by l.item_no order by l.line_no collate portal.natural_order, l.id
               rows between unbounded preceding and 1 preceding), 0) as before
        from o join portal.order_lines l on l.tenant_id = o.tenant_id and l.source_id = o.source_id and l.order_key = o.source_key
    )
    select o.tenant_id as "tenantId", o.ord_no as "ordNo", o.po_no as "poNo",
           (select coalesce(json_agg(${LINE} order by l.line_no collate portal.natural_order, l.id), '[]')
              from line l left join invoiced v on v.item_no = l.item_no
              cross join lateral (select l.unit_price) p
              cross join lateral (select l.qty_ordered - least(greatest(coalesce(v.quantity, 0) - l.before, 0), l.qty_ordered) as quantity) x
             where l.qty_ordered is not null) as lines
      from o`.execute(tx)
  return rows[0]
}

/** Its lines and lots at the prices of their order; of a line no more than its order has left to invoice. */
async function ofShipment(tx: Tx, id: number): Promise<Begun | undefined> {
  const { rows } = await sql<Begun>`
    with s as (
      select s.* from portal.shipments s where s.tenant_id in (select t.id from portal.tenants t) and s.id = ${id}::bigint
    ), shipped as (
      select l.tenant_id, l.id, l.line_no, l.item_no, l.item_name, l.unit, l.lot, l.quantity, coalesce(l.ord_no, s.ord_no) as ord_no,
             coalesce(l.order_key, s.order_key) as order_key, l.order_line_no, s.source_id
        from s join portal.shipment_lines l on l.tenant_id = s.tenant_id and l.source_id = s.source_id and l.shipment_key = s.source_key
    ), o as (
      select distinct o.tenant_id, o.source_id, o.source_key, coalesce(o.ord_no, o.primary_no) as ord_no, o.po_no
        from s join portal.orders o on o.tenant_id = s.tenant_id
       where o.source_key in (select h.order_key from shipped h) and o.source_id = s.source_id or o.ord_no in (select h.ord_no from shipped h)
    ), invoiced as (${invoiced}), ordered as (
      select o.tenant_id, l.item_no, sum(l.qty_ordered) as quantity
        from o join portal.order_lines l on l.tenant_id = o.tenant_id and l.source_id = o.source_id and l.order_key = o.source_key group by 1, 2
    )
    select s.tenant_id as "tenantId", coalesce(s.ord_no, (select min(o.ord_no) from o having count(*) = 1)) as "ordNo",
           coalesce(s.po_no, (select min(o.po_no) from o having count(*) = 1)) as "poNo",
           (select coalesce(json_agg(${LINE} order by l.line_no collate portal.natural_order, l.id), '[]')
              from shipped l left join ordered d on d.item_no = l.item_no left join invoiced v on v.item_no = l.item_no
              left join lateral (
                select n.unit_price from o join portal.order_lines n on n.tenant_id = o.tenant_id and n.source_id = o.source_id and n.order_key = o.source_key
                 where n.item_no = l.item_no order by n.line_no = l.order_line_no desc nulls last, n.id limit 1) p on true
              cross join lateral (select case when d.quantity is null then l.quantity
                else least(l.quantity, greatest(d.quantity - coalesce(v.quantity, 0), 0)) end as quantity) x
             where l.quantity is not null) as lines
      from s`.execute(tx)
  return rows[0]
}

type AskChoices = {
  tenantId: number
  of: (typeof CHOICES)[number]
  currency?: string | undefined
  search?: string | undefined
}
type Choice = { value: string; label: string | null; unit: string | null; unitPrice: string | null }

/** Of a company that the asker may look into; row-level security answers none of another's. */
export async function draftChoices(
  tx: Tx,
  actor: Actor,
  { tenantId, of, currency, search = '' }: AskChoices,
): Promise<{ items: Choice[] }> {
  if (actor.tenantId !== null && actor.tenantId !== tenantId) return { items: [] }
  const said = sql`any (portal.search_patterns(${search}))`
  const found = {
    orders: sql`select coalesce(o.ord_no, o.primary_no) as value, o.po_no as label, null::text as unit, null::text as price, o.id as place
      from portal.orders o where o.tenant_id = ${tenantId}::int and coalesce(o.ord_no, o.primary_no) is not null and o.search_text like ${said}`,
    purchaseOrders: sql`select distinct on (x.value) x.value, x.label, null::text as unit, null::text as price, x.place from (
      select o.po_no as value, coalesce(o.ord_no, o.primary_no) as label, o.id as place from portal.orders o where o.tenant_id = ${tenantId}::int
      union all
      select p.po_no, null, p.id from portal.purchase_orders p where p.tenant_id = ${tenantId}::int) x
      where x.value is not null and portal.search_fold(x.value) like ${said} order by x.value, x.label nulls last`,
    items: sql`select p.item_no as value, p.name as label, p.unit, (select trim_scale(r.unit_price)::text from portal.prices r
        where r.tenant_id = a.tenant_id and r.item_no = p.item_no and r.currency = ${currency ?? null}
          and r.valid_from <= portal.today() and coalesce(r.valid_to, 'infinity') >= portal.today()
        order by r.valid_from desc limit 1) as price, p.id as place
      from portal.product_access a join portal.products p on p.id = a.product_id
     where a.tenant_id = ${tenantId}::int and portal.search_fold(p.item_no || chr(10) || coalesce(p.name, '')) like ${said}`,
  }[of]
  const { rows } = await sql<Choice>`
    select f.value, f.label, f.unit, f.price as "unitPrice" from (${found}) f order by f.place desc limit ${MOST_CHOICES}`.execute(
    tx,
  )
  return { items: rows }
}
