import { plantBatch } from './plant-batch.ts'
import { plantConversations } from './plant-conversations.ts'
import type { Superuser } from './superuser.ts'

/** Of the payment that each tenant has announced. */
export const paymentReference = (mark: string): string =>
  `PAY-${Buffer.from(mark.slice(-5).padEnd(5, '-')).toString('hex').toUpperCase()}`

const ORDERS_PER_TENANT = 7
const STATUSES = ['Blend', 'CTS', 'In Progress', 'Packaging', 'Completed', 'Cancelled', 'Not Started']

/** Two years of sales, two currencies, orders in every group, and a row of every other kind; `mark` stands in every text. */
export async function plantTenant(superuser: Superuser, tenantId: number, mark: string): Promise<void> {
  const source = await superuser.value<number>(`select id from auth.ingest_sources where name = 'main'`)
  await superuser.query('begin')
  await superuser.query(
    `insert into customers (tenant_id, source_id, client_code, client_name, address)
     values ($1, $2, $3 || '-1', $3 || ' Pharmacy', $3 || ' street')`,
    [tenantId, source, mark],
  )
  await superuser.query(
    `insert into orders (tenant_id, source_id, source_key, primary_no, ord_no, po_no, f_no, client_code, client_name, ref, ord_stat,
       montant_total, amount_cents, currency, bl_t, cts_t, bb_t, pbl, pcts, pbb, order_date, ship_to)
     select $1, $2, $3 || '-P' || n, $3 || '-P' || n, $3 || '-O' || n, $3 || '-PO' || n, $3 || '-F', $3 || '-1', $3 || ' Pharmacy',
       $3 || ' ref', ($4::text[])[n], $3 || ' 1 234,50 $', 123450 + n, 'CAD', 'Green', 'Pending', '-', '✓', '', $3, date '2025-03-01' + n,
       $3 || ' dock' from generate_series(1, $5::int) n`,
    [tenantId, source, mark, STATUSES, ORDERS_PER_TENANT],
  )
  await superuser.query(
    `insert into orders (tenant_id, source_id, source_key, ord_no, client_name, ord_stat, currency)
     values ($1, $2, $3 || '-P-own-status', null, $3 || ' Clinic', $3 || ' status', 'USD')`,
    [tenantId, source, mark],
  )
  await superuser.query(
    `insert into products (source_id, item_no, name, name_fr, category, class, unit, active)
     values ($1, $2 || '-item', $2 || ' Capsules', $2 || ' capsules', $2 || ' category', 'blend', 'EA', true)`,
    [source, mark],
  )
  await superuser.query(
    `with made as (
       insert into lots (source_id, source_key, lot_no, item_no, manufactured_on, expires_on, state, quantity, unit)
       values ($1, concat_ws(chr(31), $2 || '-lot', $2 || '-item'), $2 || '-lot', $2 || '-item', '2025-01-02', '2099-01-02', 'released', 5000, 'EA')
       returning source_id, lot_no, item_no
     )
     insert into lot_results (source_id, source_key, lot_no, item_no, test, specification, max_value, result, result_value, verdict)
     select source_id, concat_ws(chr(31), lot_no, item_no, $2 || ' test ' || n, '1', ''), lot_no, item_no,
            $2 || ' test ' || n, $2 || ' at most 4', 4, (n * 2)::text, n * 2,
            case when n * 2 > 4 then 'fail' else 'pass' end
       from made, generate_series(1, 3) n`,
    [source, mark],
  )
  await superuser.query(
    `insert into order_lines (tenant_id, source_id, source_key, order_key, line_no, item_no, item_name, qty_ordered, unit, lot, lot_item)
     select $1, $2, $3 || '-P' || n || '-1', $3 || '-P' || n, '1', $3 || '-item', $3 || ' Capsules', 10, 'EA', $3 || '-lot', $3 || '-item'
       from generate_series(1, 3) n`,
    [tenantId, source, mark],
  )
  await superuser.query(
    `insert into sales_history (tenant_id, source_id, year, month, currency, item_id, customer_id, quantity, amount_cents,
       invoice_no, invoice_date, source_key)
     select $1, $2, y, m, c, i.id, k.id, 1000 * m, 100 * y + m, $3 || '-inv-' || y || '-' || m, make_date(y, m, 1),
       $3 || '-' || y || '-' || m || c
       from generate_series(2023, 2024) y, generate_series(1, 12, 4) m, unnest(array['CAD', 'USD']) c,
         unnest(resolve_sales_items(array[$3 || '-item', $3 || '-item-2'], array[$3 || ' Capsules', $3 || ' Powder'])) i (id),
         unnest(resolve_sales_customers(array[$3 || '-1'], array[$3 || ' Pharmacy'])) k (id)`,
    [tenantId, source, mark],
  )
  // One number in all tenants: who adds up several must count it once, and nobody else learn of it.
  await superuser.query(
    `insert into sales_history (tenant_id, source_id, year, month, currency, item_id, customer_id, quantity, amount_cents, invoice_no, source_key)
     select tenant_id, source_id, year, month, currency, item_id, customer_id, quantity, amount_cents, 'shared-invoice', $2 || '-shared'
       from sales_history where tenant_id = $1 limit 1`,
    [tenantId, mark],
  )
  // The second dataset holds the same: its invoices are sales orders there.
  await superuser.query(
    `insert into current_sales (tenant_id, source_id, year, month, currency, item_id, customer_id, quantity, amount_cents, so, lot, source_key)
     select tenant_id, source_id, year, month, currency, item_id, customer_id, quantity, amount_cents, invoice_no, $2 || '-lot', source_key
       from sales_history where tenant_id = $1`,
    [tenantId, mark],
  )
  // One of each state, in two currencies; a payment on one of them and one on account.
  await superuser.query(
    `insert into invoices (tenant_id, source_id, source_key, invoice_no, client_code, client_name, ord_no, po_no, invoice_date, due_date,
       terms, currency, subtotal_cents, taxes, total_cents)
     select $1, $2, $3 || '-I' || n, $3 || '-I' || n, $3 || '-1', $3 || ' Pharmacy', $3 || '-O1', $3 || '-PO' || n, current_date + m, current_date + m + 30,
       $3 || ' net 30', c, 10000, jsonb_build_array(jsonb_build_object('name', $3 || ' tax', 'cents', 500)), 10500
       from (values (1, -200, 'CAD'), (2, -20, 'CAD'), (3, 20, 'CAD'), (4, -70, 'USD')) v (n, m, c)`,
    [tenantId, source, mark],
  )
  await superuser.query(
    `insert into invoice_lines (tenant_id, source_id, source_key, invoice_key, line_no, item_no, description, quantity, amount_cents)
     select $1, $2, $3 || '-I' || n || '-1', $3 || '-I' || n, '1', $3 || '-item', $3 || ' Capsules', 10, 10000 from generate_series(1, 4) n`,
    [tenantId, source, mark],
  )
  await superuser.query(
    `insert into payments (tenant_id, source_id, source_key, payment_no, kind, client_code, client_name, invoice_no, payment_date, reference,
       currency, amount_cents)
     select $1, $2, $3 || '-R' || n, $3 || '-R' || n, 'payment', $3 || '-1', $3 || ' Pharmacy', i, current_date - 10, $3 || ' ref', 'CAD', 500 * n
       from (values (1, $3 || '-I1'), (2, null)) v (n, i)`,
    [tenantId, source, mark],
  )
  await superuser.query(
    `insert into prices (tenant_id, source_id, source_key, client_code, client_name, item_no, unit_price, currency, unit, valid_from)
     values ($1, $2, $3 || '-price', $3 || '-1', $3 || ' Pharmacy', $3 || '-item', 98.765, 'CAD', 'EA', current_date - 30)`,
    [tenantId, source, mark],
  )
  await superuser.query(
    `insert into invoice_drafts (tenant_id, kind, invoice_date, po_no, currency, lines, taxes)
     values ($1, 'invoice', '2025-01-01', $2, 'CAD', jsonb_build_array(jsonb_build_object('itemNo', null, 'description', $2::text,
       'quantity', '1', 'unit', null, 'unitPrice', '1')), '[]')`,
    [tenantId, mark],
  )
  await superuser.query('insert into invoice_numbers values ($1, 1)', [tenantId])
  // One that upstream collects, with everything; its order is one of upstream's.
  await superuser.query(
    `with po as (
       insert into purchase_orders (tenant_id, number, state, version, po_no, currency, ship_to, note, total_cents, line_count, created_by,
         submitted_at, decided_at, feed_version, order_state)
       values ($1, 1, 'draft', 3, $2 || '-PO1', 'CAD', $2 || ' dock', $2 || ' note', 98765, 1, $2, now(), now(), 3, 'pending') returning id
     ), line as (
       insert into purchase_order_events (tenant_id, purchase_order_id, act, state, actor, note) select $1, id, 'submit', 'submitted', $2, $2 from po
     )
     insert into purchase_settings (tenant_id, last_number, addresses) values ($1, 1, jsonb_build_array(jsonb_build_object('label', $2::text, 'address', $2 || ' dock')))`,
    [tenantId, mark],
  )
  await superuser.query(
    `insert into purchase_order_lines (tenant_id, purchase_order_id, line_no, product_id, item_no, item_name, quantity, unit, unit_price)
     select $1, p.id, 1, x.id, x.item_no, x.name, 10, 'EA', 98.765 from purchase_orders p, products x
      where p.tenant_id = $1 and x.item_no = $2 || '-item'`,
    [tenantId, mark],
  )
  await superuser.query(
    `insert into purchase_order_files (tenant_id, purchase_order_id, file_name, file_key, format, size, checksum, author_name, by_staff)
     select tenant_id, id, $2 || '.pdf', md5($2 || ' 1') || left(md5($2 || ' 1'), 16), 'pdf', octet_length($2 || ' 1'),
       sha256(($2 || ' 1')::bytea), $2 || ' Person', false from purchase_orders where tenant_id = $1`,
    [tenantId, mark],
  )
  await superuser.query(`update purchase_orders set state = 'accepted' where tenant_id = $1`, [tenantId])
  await superuser.query(
    `with made as (
       insert into payment_orders (tenant_id, reference, wish, currency, amount_cents) values ($1, $3, $2 || '-wish-', 'CAD', 100) returning id
     )
     insert into payment_parts (tenant_id, order_id, no, invoice_id, source_id, invoice_key, invoice_no, amount_cents)
     select $1, m.id, 1, i.id, i.source_id, i.source_key, i.invoice_no, 100 from made m, invoices i where i.tenant_id = $1 and i.invoice_no = $2 || '-I1'`,
    [tenantId, mark, paymentReference(mark)],
  )
  await superuser.query(
    `with kept as (
       insert into payment_methods (tenant_id, customer, token, brand, last4, exp_year, exp_month, holder)
       values ($1, $2 || '-customer', $2 || '-token', $2 || ' Card', '4242', 2098, 12, $2 || ' Holder') returning id
     ), made as (
       insert into payment_orders (tenant_id, reference, wish, currency, amount_cents, cancelled_at)
       values ($1, 'PAY-' || upper(left(md5($2), 10)), $2 || '-card--', 'CAD', 100, now()) returning id
     ), part as (
       insert into payment_parts (tenant_id, order_id, no, invoice_id, source_id, invoice_key, invoice_no, amount_cents)
       select $1, m.id, 1, i.id, i.source_id, i.source_key, i.invoice_no, 100 from made m, invoices i where i.tenant_id = $1 and i.invoice_no = $2 || '-I1'
     )
     insert into card_payments (tenant_id, order_id, method_id, stage, provider_id, reason, return_to, due_at)
     select $1, m.id, k.id, 'done', $2 || '-intent', 'card', 'http://' || $2, null from made m, kept k`,
    [tenantId, mark],
  )
  // One of each state: processing, in transit and late, delivered.
  await superuser.query(
    `insert into shipments (tenant_id, source_id, source_key, tracking_no, carrier, order_key, primary_no, ord_no, po_no, client_code, client_name,
       order_date, shipped_date, estimated_on, delivered_date, ship_to, weight)
     select $1, $2, upper($3) || '-T' || n || E'\\x1fups', $3 || '-T' || n, 'UPS', $3 || '-P1', $3 || '-P1', $3 || '-O1', $3 || '-PO1', $3 || '-1', $3 || ' Pharmacy',
       current_date - 40, current_date - s, current_date + e, current_date - d, $3 || ' dock', $3 || ' KG'
       from (values (1, null, 20, null), (2, 9, -4, null), (3, 30, -20, 22)) v (n, s, e, d)`,
    [tenantId, source, mark],
  )
  await superuser.query(
    `insert into shipment_events (tenant_id, source_id, source_key, shipment_key, happened_at, kind, place, note)
     select $1, $2, source_key || '-e', source_key, now() - interval '3 days', 'in_transit', $3 || ' place', $3 || ' note'
       from shipments where tenant_id = $1 and state <> 'processing'`,
    [tenantId, source, mark],
  )
  await superuser.query(
    `insert into shipment_lines (tenant_id, source_id, source_key, shipment_key, line_no, order_line_no, item_no, item_name, lot, lot_item, quantity, unit)
     select $1, $2, source_key || '-1', source_key, '1', '1', $3 || '-item', $3 || ' Capsules', $3 || '-lot', $3 || '-item', 10, 'EA'
       from shipments where tenant_id = $1`,
    [tenantId, source, mark],
  )
  // A document that is offered, and one that is not offered yet; their files hold their titles.
  // As those of issues: no other number of this world is one of theirs.
  await superuser.query(
    `select setval(pg_get_serial_sequence('portal.documents', 'id'), greatest(8000, (select coalesce(max(id), 0) from documents)))`,
  )
  await superuser.query(
    `with made as (
       insert into documents (title, shelves, category, type, product_code, product_name, audience, tenant_ids)
       select $2 || ' ' || n, '{legal,product,fact-sheet,qa,qc}', 'compliance', 'tds', $2 || '-item', $2 || ' Capsules', 'tenants', array[$1::int]
         from generate_series(1, 2) n returning id, title
     ), kept as (
       insert into document_versions (document_id, no, status, file_name, file_key, format, size, checksum, released_at, text_taken)
       select id, 1, case when title like '% 1' then 'available' else 'draft' end, title || '.pdf', md5(title) || left(md5(title), 16), 'pdf', octet_length(title),
         sha256(title::bytea), now(), true from made returning document_id
     )
     insert into document_favourites (user_id, document_id) select user_id, document_id from profiles, kept`,
    [tenantId, mark],
  )
  await superuser.query(
    `with read as (
       insert into document_texts (checksum, state) select sha256(title::bytea), 'read' from documents where title like $1 || ' %' returning checksum
     )
     insert into document_pages (checksum, page, content) select checksum, 1, $1 || ' inside' from read`,
    [mark],
  )
  await superuser.query(
    `update documents set status = 'available', current_version = 1 where title = $1 || ' 1'`,
    [mark],
  )
  await superuser.query(
    `with scanned as (
       insert into document_scans (checksum, state) select sha256(title::bytea), 'clean' from documents where title like $1 || ' %'
     )
     insert into document_reminders (document_id, expires_on, threshold) select id, '2030-01-01', 60 from documents where title like $1 || ' %'`,
    [mark],
  )
  await superuser.query(
    `insert into document_acknowledgements (tenant_id, document_id, version, checksum, signing, user_id, name)
     select $1, v.document_id, v.no, v.checksum, 'agreement', $2 || '-signatory', $2 || ' Signatory'
       from document_versions v join documents d on d.id = v.document_id where d.title = $2 || ' 1'`,
    [tenantId, mark],
  )
  await superuser.query(
    `insert into upstream_rows (source_id, kind, key, tenant_id, row_id, content_hash)
     select source_id, 'orders', source_key, tenant_id, id, gen_random_uuid() from orders where tenant_id = $1
     union all
     select source_id, 'customers', client_code, tenant_id, id, gen_random_uuid() from customers where tenant_id = $1
     union all
     select source_id, 'invoices', source_key, tenant_id, id, gen_random_uuid() from invoices where tenant_id = $1
     union all
     select source_id, 'shipments', source_key, tenant_id, id, gen_random_uuid() from shipments where tenant_id = $1
     union all
     select source_id, 'payments', source_key, tenant_id, id, gen_random_uuid() from payments where tenant_id = $1
     union all
     select source_id, 'price-list', source_key, tenant_id, id, gen_random_uuid() from prices where tenant_id = $1
     union all
     select source_id, 'products', item_no, 0, id, gen_random_uuid() from products where item_no = $2 || '-item'
     union all
     select source_id, 'lots', source_key, 0, id, gen_random_uuid() from lots where lot_no = $2 || '-lot'`,
    [tenantId, mark],
  )
  // Where no other number of this world lies: what is done to one's own issue by a number that is meant for another thing is no harm.
  await superuser.query(
    `select setval(pg_get_serial_sequence('portal.issues', 'id'), greatest(7000, (select coalesce(max(id), 0) from issues)))`,
  )
  await superuser.query(
    `with issue as (
       insert into issues (tenant_id, no, type, priority, title, description, order_source, order_key, order_no, item_no, item_name, lot_no,
         reporter, reporter_name, by_staff, waiting_for, due_at, warn_at)
       select $1, n, 'other', 'high', $3 || ' issue ' || n, $3 || ' description', $2::smallint, $3 || '-P1', $3 || '-O1', $3 || '-item',
         $3 || ' Capsules', $3 || '-lot', 'nobody', $3 || ' Person', false, 'staff', now() + interval '90 days', now() + interval '80 days'
         from generate_series(1, 2) n returning tenant_id, id
     ), entry as (
       insert into issue_entries (tenant_id, issue_id, kind, text, author, author_name, by_staff)
       select tenant_id, id, 'comment', $3 || ' comment', 'nobody', $3 || ' Person', false from issue returning tenant_id, issue_id, id
     ), note as (
       insert into issue_notes (tenant_id, issue_id, kind, text, author, author_name)
       select tenant_id, id, 'note', $3 || ' note', 'nobody', $3 || ' Staff' from issue
     )
     insert into issue_files (tenant_id, issue_id, entry_id, file_name, file_key, format, size, checksum)
     select tenant_id, issue_id, id, $3 || '.pdf', md5($3 || ' 1') || left(md5($3 || ' 1'), 16), 'pdf', octet_length($3 || ' 1'),
       sha256(($3 || ' 1')::bytea) from entry`,
    [tenantId, source, mark],
  )
  // As those of issues: no other number of this world is one of theirs.
  await superuser.query(
    `select setval(pg_get_serial_sequence('portal.document_requests', 'id'), greatest(9000, (select coalesce(max(id), 0) from document_requests)))`,
  )
  await superuser.query(
    `with request as (
       insert into document_requests (tenant_id, title, details, state, asked_by, asker_name)
       select $1, $2 || ' request', $2 || ' details', 'open', 'nobody', $2 || ' Staff' returning tenant_id, id
     ), asked as (
       insert into document_request_acts (tenant_id, request_id, act, author, author_name, by_staff)
       select tenant_id, id, 'ask', 'nobody', $2 || ' Staff', true from request
     )
     insert into document_request_files (tenant_id, request_id, file_name, file_key, format, size, checksum, author_name, by_staff)
     select tenant_id, id, $2 || '.pdf', md5($2 || ' 1') || left(md5($2 || ' 1'), 16), 'pdf', octet_length($2 || ' 1'),
       sha256(($2 || ' 1')::bytea), $2 || ' Person', false from request`,
    [tenantId, mark],
  )
  await plantConversations(superuser, { tenantId, source, mark })
  await superuser.query(
    'insert into upstream_clients (source_id, client_code, tenant_id) values ($2, $3, $1)',
    [tenantId, source, `${mark}-1`],
  )
  await superuser.query('insert into upstream_client_names (client_name, tenant_id) values ($2, $1)', [
    tenantId,
    `${mark} Pharmacy`,
  ])
  await superuser.query(
    `insert into outbox (tenant_id, topic, module, permission, object_id, payload)
     values ($1, 'orders', 'orders', 'orders.read', $2, jsonb_build_object('mark', $2::text))`,
    [tenantId, mark],
  )
  await superuser.query(
    `select touch_data('orders', array[$1::int]), touch_data('sales', array[$1::int]), touch_data('invoices', array[$1::int]),
       touch_data('tracking', array[$1::int])`,
    [tenantId],
  )
  await superuser.query(
    `select append_audit($1::int, 'planted', 'tenant', $2, null, jsonb_build_object('mark', $2::text, 'email', $2 || '@test.example'), null, 'a test')`,
    [tenantId, mark],
  )
  await superuser.query(
    `insert into tenant_module_visibility values ($1, 'voice-assistant', true) on conflict do nothing`,
    [tenantId],
  )
  await superuser.query('commit')
}

/** Rows that no client has claimed. */
export async function plantUnassigned(superuser: Superuser, mark: string): Promise<void> {
  const source = await superuser.value<number>(`select id from auth.ingest_sources where name = 'main'`)
  await superuser.query('begin')
  await superuser.query(
    `with s as (insert into source_settings (source_id) values ($1) on conflict do nothing), r as (insert into source_readings
      values ($1, 'orders', $2, '.', 'column')) insert into import_mappings (source_id, name, mapping) values ($1, 'planted', '{}') on conflict do nothing`,
    [source, mark],
  )
  await superuser.query(
    `insert into unassigned_customers (source_id, client_code, client_name) values ($1, $2 || '-1', $2 || ' Nobody')`,
    [source, mark],
  )
  await superuser.query(
    `insert into unassigned_orders (source_id, source_key, ord_no, client_name, ord_stat, currency)
     values ($1, $2 || '-P1', $2 || '-O1', $2 || ' Nobody', 'Blend', 'CAD')`,
    [source, mark],
  )
  await superuser.query(
    `insert into unassigned_order_lines (source_id, source_key, order_key, line_no, item_name)
     values ($1, $2 || '-P1-1', $2 || '-P1', '1', $2)`,
    [source, mark],
  )
  await superuser.query(
    `with shipment as (
       insert into unassigned_shipments (source_id, source_key, tracking_no, carrier, client_name, shipped_date)
       values ($1, $2 || '-T1', $2 || '-T1', 'UPS', $2 || ' Nobody', date '2025-03-01')
     ), line as (
       insert into unassigned_shipment_lines (source_id, source_key, shipment_key, line_no, lot)
       values ($1, $2 || '-T1-1', $2 || '-T1', '1', $2)
     )
     insert into unassigned_shipment_events (source_id, source_key, shipment_key, happened_at, kind, note)
     values ($1, $2 || '-T1-e', $2 || '-T1', now(), 'placed', $2)`,
    [source, mark],
  )
  await superuser.query(
    `with invoice as (
       insert into unassigned_invoices (source_id, source_key, invoice_no, client_name, invoice_date, currency, total_cents)
       values ($1, $2 || '-I1', $2 || '-I1', $2 || ' Nobody', date '2025-03-01', 'CAD', 100)
     ), line as (
       insert into unassigned_invoice_lines (source_id, source_key, invoice_key, line_no, amount_cents)
       values ($1, $2 || '-I1-1', $2 || '-I1', '1', 100)
     )
     insert into unassigned_payments (source_id, source_key, payment_no, kind, client_name, payment_date, currency, amount_cents)
     values ($1, $2 || '-R1', $2 || '-R1', 'payment', $2 || ' Nobody', date '2025-03-01', 'CAD', 50)`,
    [source, mark],
  )
  await superuser.query(
    `insert into unassigned_prices (source_id, source_key, client_name, item_no, unit_price, currency, valid_from)
     values ($1, $2 || '-price', $2 || ' Nobody', $2 || '-item', 1, 'CAD', date '2025-03-01')`,
    [source, mark],
  )
  await superuser.query(
    `insert into unassigned_sales_history (source_id, year, month, currency, item_id, customer_id, quantity, amount_cents, invoice_no, source_key)
     select $1, 2024, 3, 'CAD', i.id, k.id, 1000, 100, 'shared-invoice', $2 || '-1'
       from unnest(resolve_sales_items(array[$2 || '-item'], array[$2 || ' Tablets'])) i (id),
         unnest(resolve_sales_customers(array[$2 || '-1'], array[$2 || ' Nobody'])) k (id)`,
    [source, mark],
  )
  await superuser.query(
    `insert into unassigned_current_sales (source_id, year, month, currency, item_id, customer_id, quantity, amount_cents, so, source_key)
     select source_id, year, month, currency, item_id, customer_id, quantity, amount_cents, invoice_no, source_key
       from unassigned_sales_history`,
  )
  await superuser.query('commit')
}

/** In an open transaction: what lives only while a batch is written, and rows of tables that a portal without upstream leaves empty. */
export async function plantTransient(superuser: Superuser, own: number, other: number): Promise<void> {
  const { rows: keys } = await superuser.query<{ id: number }>(
    'select id from auth.ingest_keys order by id limit 2',
  )
  await superuser.query(
    `insert into saved_views (tenant_id, user_id, screen, name, state)
     select t, user_id, 'orders', 'planted ' || t, '{}' from profiles, unnest(array[0, $1::int, $2::int]) t on conflict do nothing`,
    [own, other],
  )
  await superuser.query(
    `with drafted as (
       insert into form_drafts (tenant_id, user_id, form, contents)
       select t, user_id, 'planted', '{}' from profiles, unnest(array[0, $1::int, $2::int]) t returning *
     )
     insert into form_draft_files (tenant_id, user_id, form, file_name, file_key, format, size, checksum, scans)
     select tenant_id, user_id, form, 'x.pdf', md5(tenant_id || user_id), 'pdf', 1, ''::bytea, false from drafted`,
    [own, other],
  )
  await superuser.query(
    `with set as (insert into assistant_settings (tenant_id, mode) values ($1, 'built_in'), ($2, 'built_in')),
     told as (insert into voice_told (user_id, hearer, name) select user_id, 'browser', '' from profiles)
     insert into assistant_turns (tenant_id, user_id, question, answer, outcome, answered_by, language)
     select t, user_id, 'planted', 'planted', 'answered', 'built_in', 'en' from profiles, unnest(array[0, $1::int, $2::int]) t`,
    [own, other],
  )
  await superuser.query(
    `insert into export_jobs (tenant_id, user_id, session_id, ticket_hash, kind, input, language, state)
     select t, user_id, 'none', 'x', 'orders', '{}', 'en', 'failed' from profiles, unnest(array[0, $1::int, $2::int]) t`,
    [own, other],
  )
  await superuser.query(
    `insert into display_rule_changes (changed_by, rules_before, difference, product_names, customer_names, product_lines, customer_lines, took_ms)
     values ('x', '{}', '{}', 1, 1, 1, 1, 1)`,
  )
  await superuser.query(
    `with made as (
       insert into announcements (kind, texts, to_all, starts_at)
       select 'information', '[{"language": "en", "title": "x", "text": "x"}]', n = 0, now() from generate_series(0, 2) n returning id, to_all
     ), addressed as (
       insert into announcement_tenants (tenant_id, announcement_id)
       select t, id from (select id, row_number() over (order by id) as n from made where not to_all) m
         join (values (1, $1::int), (2, $2::int)) a (n, t) using (n)
     )
     insert into announcement_dismissals (user_id, announcement_id) select user_id, id from profiles, made`,
    [own, other],
  )
  await superuser.query(
    `with queued as (
       insert into notice_queue (tenant_id, kind, subject, to_members) select t, 'orders_changed', 'orders', false from unnest(array[0, $1::int, $2::int]) t
     ), wished as (
       insert into certificate_wishes (tenant_id, user_id, source_id, lot_no) select t, user_id, 1, 'x' from profiles, unnest(array[$1::int, $2::int]) t
     ), uploaded as (
       insert into uploads (tenant_id, user_id, bytes, file_key) select t, 'nobody', 1, md5(t::text) from unnest(array[0, $1::int, $2::int]) t
     ), chosen as (insert into notice_choices (user_id) select user_id from profiles)
     insert into notices (tenant_id, user_id, event_id, kind, subject, facts, created_at, in_portal, in_browser)
     select t, user_id, 1, 'orders_changed', 'orders', '{"count": 2}', now(), true, true from profiles, unnest(array[0, $1::int, $2::int]) t`,
    [own, other],
  )
  await superuser.query(
    `insert into feedback (tenant_id, user_id, person_name, person_email, overall_satisfaction, ease_of_use, feature_completeness, performance,
       support, contact_for_follow_up)
     select t, user_id, 'x', 'x', 1, 2, 3, 4, 5, true from profiles, unnest(array[0, $1::int, $2::int]) t`,
    [own, other],
  )
  await superuser.query(
    `insert into demo_requests (user_id, person_name, person_email, company, language) select user_id, 'x', 'x@x', 'x', 'en' from profiles`,
  )
  await superuser.query(
    `insert into roadmap_comments (tenant_id, phase, user_id, author_name, text)
     select t, 'next', user_id, 'x', 'x' from profiles, unnest(array[0, $1::int, $2::int]) t`,
    [own, other],
  )
  await superuser.query(
    `insert into document_favourites (user_id, document_id) select user_id, id from profiles, documents on conflict do nothing`,
  )
  await superuser.query(`insert into sales_checks (started_at, fault) values (now(), 'x')`)
  await superuser.query(
    `insert into client_assignments (source_id, client_code, to_tenant, made_link, moved, assigned_by) values (1, 'x', $1, true, '{}', 'x')`,
    [own],
  )
  await plantBatch(superuser, own, keys[0]?.id)
  await plantBatch(superuser, other, keys[1]?.id)
}
