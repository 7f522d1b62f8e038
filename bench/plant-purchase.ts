import type pg from 'pg'

/** Of each kind `rows`; the entries of a statement, which are in a currency of their own. */
export type Size = { rows: number; entries: number }

/**
 * One client's purchase orders of two lines, invoices and shipments, by fixed rules, so that every run asks of the same rows: nine
 * invoices of ten are paid. As the superuser and without triggers: what these would keep stands in the rows, and is held against them.
 */
export async function plantPurchase(client: pg.Client, { rows, entries }: Size): Promise<number> {
  const { rows: tenants } = await client.query<{ id: number }>(
    `insert into portal.tenants (name, currency) values ('Bench', 'CAD') returning id`,
  )
  const tenant = tenants[0]?.id as number
  await client.query(
    `update portal.installation set company_name = 'Bench Works', address = '1 Mill Street', tax_numbers = '1', bank = 'Transit 00042'`,
  )
  await client.query(`insert into auth.ingest_sources (name) values ('bench')`)
  await client.query(
    `insert into portal.products (source_id, item_no, name, class, unit, active)
     select id, 'BLEND', 'Blend', 'blend', 'KG', true from auth.ingest_sources where name = 'bench'`,
  )
  await client.query(
    'insert into portal.product_access (tenant_id, product_id, offered) select $1, id, true from portal.products',
    [tenant],
  )
  await client.query('set session_replication_role = replica')
  await plantPurchaseOrders(client, tenant, rows)
  // What is paid: of CAD nine of ten, of the statement as many as make a fifth of its entries.
  await plantInvoices(client, tenant, {
    currency: 'CAD',
    count: rows,
    paid: Math.floor(rows * 0.9),
    days: 1500,
  })
  const paid = Math.floor(entries / 5)
  await plantInvoices(client, tenant, { currency: 'USD', count: entries - paid, paid, days: 300 })
  await client.query(
    `insert into portal.shipments (tenant_id, source_id, source_key, tracking_no, carrier, ord_no, po_no, order_date, processed_date, shipped_date,
         estimated_on, delivered_date)
     select $1, s.id, '1Z' || n || chr(31) || 'ups', '1Z' || n, 'UPS', 'SO-' || n, 'PO-' || n, d.day - 40, d.day - 3, d.day, d.day + 4,
            case when n % 20 > 0 then d.day + 3 + n % 4 end
       from auth.ingest_sources s, generate_series(1, $2::int) n
      cross join lateral (select current_date - 1 - n % 500 as day) d
      where s.name = 'bench'`,
    [tenant, rows],
  )
  await client.query('set session_replication_role = default')
  await holdAgainstParts(client)
  return tenant
}

async function plantPurchaseOrders(client: pg.Client, tenant: number, rows: number): Promise<void> {
  await client.query(
    `insert into portal.purchase_orders (tenant_id, state, number, po_no, currency, ship_to, created_by, created_at, submitted_at, decided_at,
         total_cents, line_count, feed_version, acknowledged_version)
     select $1, (array['accepted', 'rejected', 'cancelled', 'submitted'])[1 + n % 4], n, 'PO-' || n, 'CAD', n % 90 || ' Dock Street', 'buyer-0',
            d.at, d.at, d.at, 10000 + n % 977 * 100, 2, 1, 1
       from generate_series(1, $2::int) n cross join lateral (select now() - n * interval '20 minutes' as at) d`,
    [tenant, rows],
  )
  await client.query(
    `insert into portal.purchase_order_lines (tenant_id, purchase_order_id, line_no, product_id, item_no, item_name, quantity, unit, unit_price)
     select o.tenant_id, o.id, l, p.id, 'BLEND', 'Blend', 100, 'KG', o.total_cents / 20000.0
       from portal.purchase_orders o, portal.products p, generate_series(1, 2) l`,
  )
  await client.query('insert into portal.purchase_settings (tenant_id, last_number) values ($1, $2)', [
    tenant,
    rows,
  ])
}

/** The first `paid` of them with one payment each. */
async function plantInvoices(
  client: pg.Client,
  tenant: number,
  { currency, count, paid, days }: { currency: string; count: number; paid: number; days: number },
): Promise<void> {
  await client.query(
    `with invoices as (
       insert into portal.invoices (tenant_id, source_id, source_key, invoice_no, invoice_date, due_date, po_no, ord_no, currency, total_cents, paid_cents)
       select $1, s.id, $2 || n, $2 || '-' || n, d.day, d.day + 30, 'PO-' || n, 'SO-' || n, $2, t.cents, case when n <= $4 then t.cents else 0 end
         from auth.ingest_sources s, generate_series(1, $3::int) n
        cross join lateral (select current_date - 1 - n % $5::int as day) d cross join lateral (select 5000 + n % 1201 * 100 as cents) t
        where s.name = 'bench'
       returning *)
     insert into portal.payments (tenant_id, source_id, source_key, payment_no, line_no, kind, invoice_no, payment_date, currency, amount_cents)
     select tenant_id, source_id, 'pay ' || source_key, 'R-' || invoice_no, '1', 'payment', source_key, invoice_date + 20, currency, paid_cents
       from invoices where paid_cents > 0`,
    [tenant, currency, count, paid, days],
  )
}

/** Throws unless the sums that triggers keep are those of the rows written without them. */
async function holdAgainstParts(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ what: string }>(
    `select 'purchase orders' as what from portal.purchase_orders o
      where o.total_cents <> (select sum(l.amount_cents) from portal.purchase_order_lines l
                               where l.tenant_id = o.tenant_id and l.purchase_order_id = o.id)
     union
     select 'invoices' from portal.invoices i
       full join (select source_id, invoice_no, currency, sum(amount_cents) as cents from portal.payments group by 1, 2, 3) p
         on p.source_id = i.source_id and p.invoice_no = i.source_key and p.currency = i.currency
      where i.paid_cents is distinct from coalesce(p.cents, 0)`,
  )
  if (rows.length > 0)
    throw new Error(`the sums of ${rows.map(({ what }) => what).join(' and ')} are not right`)
}
