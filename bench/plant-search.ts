import type pg from 'pg'

/** Rows of each kind, for a tenth of a million of orders and so on with `--orders`. */
export type Size = { orders: number }

/** Shares of the four clients, in thousandths of all. */
const SHARES = [700, 200, 90, 10]
export const CLIENTS = SHARES.length

/** Which client a row is of, by its number: the shares lie spread over all rows, as they do where everybody orders every day. */
const tenantOf = (n: string) =>
  `case ${SHARES.slice(0, -1)
    .map(
      (_, at) =>
        `when (${n}::bigint * 7919) % 1000 < ${SHARES.slice(0, at + 1).reduce((a, b) => a + b)} then ${at + 1}`,
    )
    .join(' ')} else ${CLIENTS} end`

const NAMES = `(array['Nordwind Nutrition', 'Boreal Wellness', 'Prairie Naturals', 'Atlantic Health'])`
const STATES = `(array['Blend', 'Packaging', 'Completed', 'Cancelled', 'Not started', 'Finance Hold', 'CTS'])`
const GOODS = `(array['Probiotic', 'Magnesium', 'Vitamin D3', 'Omega', 'Turmeric', 'Collagen', 'Ashwagandha', 'Zinc', 'Melatonin', 'Iron'])`

/**
 * Everything that the search over everything looks at, by fixed rules, so that every run searches the same rows: of a million orders
 * three tenths as many invoices, payments and shipments, a tenth as many lots, a fiftieth as many documents (one page each), requests
 * for documents and payments made here, a twentieth as many issues, conversations of ten messages each, products, and the names of
 * sales with the sums of ten years. As the superuser and without triggers where these would only tell others or keep sums.
 */
export async function plantSearch(client: pg.Client, { orders }: Size): Promise<void> {
  const of = (share: number) => Math.max(1, Math.round(orders * share))
  await client.query(
    `insert into portal.tenants (name, currency) select ${NAMES}[n], 'CAD' from generate_series(1, ${CLIENTS}) n`,
  )
  await client.query(
    `insert into auth.ingest_sources (name) select 'bench' where not exists (select from auth.ingest_sources)`,
  )
  await client.query(`set session_replication_role = replica`)
  await client.query(
    `insert into portal.orders (tenant_id, source_id, source_key, primary_no, ord_no, po_no, ref, client_name, ord_stat, currency, order_date)
     select t, 1, 'o' || n, 'P' || n, (100000 + n)::text, 'PO-' || (n::bigint * 31 % ${orders}), 'REF ' || n % 977,
       ${NAMES}[t] || ' ' || (array['Montréal', 'Québec', 'Toronto'])[1 + n % 3], ${STATES}[1 + n % 7], 'CAD', date '2015-01-01' + n % 3800
       from generate_series(1, $1::int) n, lateral (select ${tenantOf('n')} as t) x`,
    [orders],
  )
  await client.query(
    `insert into portal.invoices (tenant_id, source_id, source_key, invoice_no, client_name, ord_no, po_no, invoice_date, currency, total_cents)
     select t, 1, 'i' || n, 'INV-' || (500000 + n), ${NAMES}[t], (100000 + n * 3)::text, 'PO-' || (n::bigint * 93 % ${orders}),
       date '2015-01-01' + n % 3800, 'CAD', n
       from generate_series(1, $1::int) n, lateral (select ${tenantOf('n * 3')} as t) x`,
    [of(0.3)],
  )
  await client.query(
    `insert into portal.payments (tenant_id, source_id, source_key, payment_no, kind, invoice_no, payment_date, reference, currency, amount_cents)
     select t, 1, 'p' || n, 'R-' || (700000 + n), 'payment', 'i' || n, date '2015-01-15' + n % 3800, 'VIR ' || (n::bigint * 7919 % 1000000), 'CAD', n
       from generate_series(1, $1::int) n, lateral (select ${tenantOf('n * 3')} as t) x`,
    [of(0.3)],
  )
  await client.query(
    `insert into portal.payment_orders (tenant_id, reference, wish, currency, amount_cents, recorded, bank_reference, created_at)
     select t, 'PAY-' || lpad(upper(to_hex(n::bigint * 7919)), 10, '0'), 'wish-' || lpad(n::text, 8, '0'), 'CAD', n, n % 2 = 0,
       case when n % 2 = 0 then 'WIRE ' || (n::bigint * 31) end, timestamptz '2015-01-01' + n * interval '1 hour'
       from generate_series(1, $1::int) n, lateral (select ${tenantOf('n * 50')} as t) x`,
    [of(0.02)],
  )
  await client.query(
    `insert into portal.document_requests (tenant_id, title, details, asked_by, asker_name, changed_at)
     select t, (array['Organic certificate', 'Label proof', 'Allergen statement', 'Food defence plan'])[1 + n % 4] || ' ' || n,
       'Needed before the ' || n % 28 || 'th', 'nobody', 'Dominique Roy', timestamptz '2015-01-01' + n * interval '1 hour'
       from generate_series(1, $1::int) n, lateral (select ${tenantOf('n * 50')} as t) x`,
    [of(0.02)],
  )
  for (const dataset of [1, 2] as const) await plantNames(client, dataset, of)
  await client.query(
    `insert into portal.shipments (tenant_id, source_id, source_key, tracking_no, carrier, primary_no, ord_no, po_no, estimated_on)
     select t, 1, 's' || n, '1Z' || lpad((n::bigint * 7919 % 100000000)::text, 8, '0'), (array['UPS', 'FedEx', 'Purolator'])[1 + n % 3],
       'P' || n * 3, (100000 + n * 3)::text, 'PO-' || (n::bigint * 93 % ${orders}), date '2015-01-01' + n % 3800
       from generate_series(1, $1::int) n, lateral (select ${tenantOf('n * 3')} as t) x`,
    [of(0.3)],
  )
  await client.query(
    `insert into portal.products (source_id, item_no, name, class, unit, active)
     select 1, 'ITM-' || lpad(n::text, 5, '0'), ${GOODS}[1 + n % 10] || ' ' || n || ' Capsules', 'finished_product', 'EA', true
       from generate_series(1, $1::int) n`,
    [of(0.002)],
  )
  await client.query(
    `insert into portal.product_access (tenant_id, product_id, by_lines) select t, p.id, true from portal.products p, generate_series(1, ${CLIENTS}) t
      where p.id % ${CLIENTS} = t - 1`,
  )
  await client.query(
    `insert into portal.lots (source_id, source_key, lot_no, item_no, manufactured_on, state)
     select 1, 'L' || (200000 + n), 'L' || (200000 + n), 'ITM-' || lpad((1 + n % $2::int)::text, 5, '0'), date '2015-01-01' + n % 3800, 'released'
       from generate_series(1, $1::int) n`,
    [of(0.1), of(0.002)],
  )
  await client.query(
    `insert into portal.lot_access (tenant_id, lot_id) select t, x.id from portal.lots x, lateral (select ${tenantOf('x.id')} as t) y`,
  )
  await client.query(
    `insert into portal.issues (tenant_id, no, type, priority, title, description, order_no, item_name, reporter, reporter_name, by_staff, last_at)
     select t, n, 'damaged_product', 'low', (array['Broken seals', 'Missing cartons', 'Late pallet', 'Wrong label'])[1 + n % 4] || ' ' || n,
       'Seen at the dock, ' || n % 89 || ' of them', (100000 + n * 20)::text, ${GOODS}[1 + n % 10] || ' Capsules', 'nobody', 'Dominique Roy', false,
       timestamptz '2015-01-01' + n * interval '1 hour'
       from generate_series(1, $1::int) n, lateral (select ${tenantOf('n * 20')} as t) x`,
    [of(0.05)],
  )
  await client.query(
    `insert into portal.conversations (tenant_id, subject, order_no, opened_by, opened_name, by_staff, last_no, last_at)
     select t, (array['Delivery', 'Label proof', 'Invoice copy', 'Certificate'])[1 + n % 4] || ' ' || n, (100000 + n * 50)::text, 'nobody', 'Dominique Roy',
       false, 10, timestamptz '2015-01-01' + n * interval '1 hour'
       from generate_series(1, $1::int) n, lateral (select ${tenantOf('n * 50')} as t) x`,
    [of(0.02)],
  )
  await client.query(
    `insert into portal.conversation_messages (tenant_id, conversation_id, no, kind, text, key, author, author_name, by_staff, at)
     select c.tenant_id, c.id, n, 'message', (array['When is it to be expected?', 'The pallet left the dock today.', 'Thank you, ' || c.id || '.'])[1 + n % 3],
       gen_random_uuid(), 'nobody', 'Dominique Roy', false, c.last_at from portal.conversations c, generate_series(1, 10) n`,
  )
  await client.query(
    `insert into portal.purchase_orders (tenant_id, number, state, po_no, currency, note, created_by, submitted_at)
     select t, n, 'submitted', 'PO-' || (n::bigint * 310 % ${orders}), 'CAD', 'Deliver to the north dock', 'nobody', timestamptz '2015-01-01' + n * interval '1 hour'
       from generate_series(1, $1::int) n, lateral (select ${tenantOf('n * 10')} as t) x`,
    [of(0.1)],
  )
  await client.query(`set session_replication_role = default`)
  // Documents with their triggers: who may open them follows from those.
  await client.query(
    `insert into portal.documents (title, number, shelves, category, type, product_name, audience)
     select 'Procedure ' || n || case when n % 180 = 0 then ' for mixers' else '' end, 'PR-' || n, '{product}', 'specification', 'specification',
       ${GOODS}[1 + n % 10] || ' Capsules', 'all' from generate_series(1, $1::int) n`,
    [of(0.02)],
  )
  await client.query(
    `insert into portal.document_versions (document_id, no, status, file_name, file_key, format, size, checksum, released_at)
     select id, 1, 'available', id || '.pdf', left(encode(sha256(id::text::bytea), 'hex'), 48), 'pdf', 1000, sha256(id::text::bytea), now() from portal.documents`,
  )
  await client.query(`update portal.documents set status = 'available', current_version = 1`)
  await client.query(
    `insert into portal.document_texts (checksum, state) select sha256(id::text::bytea), 'read' from portal.documents`,
  )
  await client.query(
    `insert into portal.document_pages (checksum, page, content)
     select sha256(d.id::text::bytea), 1, w.words from portal.documents d cross join lateral (
       select string_agg('term' || lpad(((d.id::bigint * 250 + k) * 7919 % 250000)::text, 6, '0'), ' ') as words from generate_series(1, 250) k) w`,
  )
}

/** Every client has a share of the names, and everybody (tenant 0) all of them, as they are kept; ten years of sums each. */
async function plantNames(client: pg.Client, dataset: 1 | 2, of: (share: number) => number): Promise<void> {
  const owners = (n: string) => `lateral (select 0 as t union all select ${tenantOf(n)}) x`
  await client.query(
    `insert into portal.sales_items (tenant_id, dataset, item_id, item_no, item_name, product)
     select t, ${dataset}, n, 'ITM-' || lpad(n::text, 5, '0'), ${GOODS}[1 + n % 10] || ' ' || n || ' Capsules', ${GOODS}[1 + n % 10] || ' ' || n || ' Capsules'
       from generate_series(1, $1::int) n, ${owners('n')}`,
    [of(0.002)],
  )
  await client.query(
    `insert into portal.sales_customers (tenant_id, dataset, customer_id, client_code, customer_name, customer)
     select t, ${dataset}, n, 'C' || n, ${NAMES}[1 + n % 4] || ' Pharmacy ' || n, ${NAMES}[1 + n % 4] || ' Pharmacy ' || n
       from generate_series(1, $1::int) n, ${owners('n')}`,
    [of(0.002)],
  )
  await client.query(
    `insert into portal.sales_sums
     select n.tenant_id, n.dataset, n.dimension, 17, year, n.id, 'CAD', 10, 0, 1000, 100
       from (select tenant_id, dataset, 1 as dimension, item_id as id from portal.sales_items
             union all select tenant_id, dataset, 2, customer_id from portal.sales_customers) n, generate_series(2015, 2024) year
      where n.dataset = ${dataset}
     union all
     select t, ${dataset}, 0, 17, year, 0, 'CAD', 10, 10, 1000, 100 from generate_series(0, ${CLIENTS}) t, generate_series(2015, 2024) year`,
  )
}
