-- What the kinds of upstream rows are to the functions that bring them in: one row of names instead of a function per kind.
-- `columns` are named alike in the staged and in the target table; rows that are no tenant's are in `waiting`: those that nobody
-- has claimed, or, where both are one table, all of them, because what they tell of is the manufacturer's own. `waiting` null: those
-- that nobody has claimed lie in the target under tenant -1.
-- Kinds of one family are brought in one after the other, because the rows of one follow those of another.
create or replace function portal.ingest_kind(of_kind text,
  out staged text, out target text, out ids text, out key_column text, out columns text[], out own_currency boolean,
  out stamped boolean, out topic text, out family int, out waiting text, out module text)
  language sql immutable set search_path = pg_catalog, pg_temp as $$
  select k.staged, k.target, k.ids, k.key_column, string_to_array(k.columns, ' '), k.own_currency, k.stamped, k.topic, k.family,
         case when k.topic <> 'sales' then coalesce(k.waiting, 'unassigned_' || k.target) end, coalesce(k.module, k.topic)
    from (values
      ('customers', 'staged_customers', 'customers', 'customer_ids', 'client_code',
       'client_name language currency address', false, true, 'customers', 1, null, null),
      ('orders', 'staged_orders', 'orders', 'order_ids', 'source_key',
       'primary_no ord_no po_no f_no client_code client_name ref ord_stat montant_total amount_cents currency bl_t cts_t bb_t pbl '
       'pcts pbb order_date requested_date promised_date ship_to upstream_updated_at', true, true, 'orders', 2, null, null),
      ('order-lines', 'staged_order_lines', 'order_lines', 'order_line_ids', 'source_key',
       'order_key line_no item_no item_name qty_ordered qty_shipped unit unit_price lot lot_item upstream_updated_at',
       false, true, 'orders', 2, null, null),
      -- One family with the lines that open them to a tenant.
      ('products', 'staged_products', 'products', 'product_ids', 'item_no',
       'name name_fr name_de name_es category class unit minimum_quantity lead_weeks_from lead_weeks_to active upstream_updated_at',
       false, true, 'products', 2, 'products', 'product'),
      ('lots', 'staged_lots', 'lots', 'lot_ids', 'source_key',
       'lot_no item_no manufactured_on expires_on state quantity unit upstream_updated_at', false, true, 'lots', 2, 'lots', 'qaqc'),
      ('lot-results', 'staged_lot_results', 'lot_results', 'lot_result_ids', 'source_key',
       'lot_no item_no test sample method specification min_value min_text max_value max_text result result_value unit sent_verdict '
       'tested_on laboratory replaces replaces_sample reason named by_newest comparator value verdict because limit_min limit_max '
       'limit_words upstream_updated_at',
       false, true, 'lots', 2, 'lot_results', 'qaqc'),
      ('sales-history', 'staged_sales_history', 'all_sales_history', 'sales_line_ids', 'source_key',
       'year month currency item_id customer_id quantity amount_cents invoice_no invoice_date unit_price tax_code amt_2_cents '
       'quantity_text amount_text upstream_updated_at', true, false, 'sales', 3, null, null),
      ('current-sales', 'staged_current_sales', 'all_current_sales', 'sales_line_ids', 'source_key',
       'year month currency item_id customer_id quantity amount_cents so unit unit_price lot quantity_text amount_text '
       'upstream_updated_at', true, false, 'sales', 4, null, null),
      ('invoices', 'staged_invoices', 'invoices', 'invoice_ids', 'source_key',
       'invoice_no client_code client_name ord_no po_no invoice_date due_date terms currency subtotal_cents taxes total_cents '
       'upstream_updated_at', true, true, 'invoices', 5, null, 'finance'),
      ('invoice-lines', 'staged_invoice_lines', 'invoice_lines', 'invoice_line_ids', 'source_key',
       'invoice_key line_no item_no description quantity unit unit_price amount_cents upstream_updated_at',
       false, true, 'invoices', 5, null, 'finance'),
      ('payments', 'staged_payments', 'payments', 'payment_ids', 'source_key',
       'payment_no line_no kind client_code client_name invoice_no payment_date method reference currency amount_cents '
       'upstream_updated_at', true, true, 'invoices', 5, null, 'finance'),
      ('price-list', 'staged_price_list', 'prices', 'price_ids', 'source_key',
       'client_code client_name item_no unit_price currency unit valid_from valid_to upstream_updated_at',
       true, true, 'prices', 8, null, 'product'),
      ('shipments', 'staged_shipments', 'shipments', 'shipment_ids', 'source_key',
       'tracking_no carrier carrier_link order_key primary_no ord_no po_no client_code client_name order_date processed_date '
       'shipped_date estimated_on delivered_date date_texts ship_to weight upstream_updated_at', false, true, 'tracking', 7, null, 'orders'),
      ('shipment-events', 'staged_shipment_events', 'shipment_events', 'shipment_event_ids', 'source_key',
       'shipment_key happened_at kind place note upstream_updated_at', false, true, 'tracking', 7, null, 'orders'),
      ('shipment-lines', 'staged_shipment_lines', 'shipment_lines', 'shipment_line_ids', 'source_key',
       'shipment_key line_no order_line_no item_no item_name lot lot_item quantity unit order_key primary_no ord_no po_no upstream_updated_at',
       false, true, 'tracking', 7, null, 'orders')
    ) k (kind, staged, target, ids, key_column, columns, own_currency, stamped, topic, family, waiting, module)
   where k.kind = of_kind
$$;

-- Kinds whose rows are lines of another kind's: where the line is told of the row that it belongs to. Asked by either kind.
create or replace function portal.lines_of(of_kind text, out kind text, out lines text, out target text, out parent_key text)
  returns setof record language sql immutable set search_path = pg_catalog, pg_temp as $$
  select k.* from (values ('orders', 'order-lines', 'order_lines', 'order_key'),
                          ('invoices', 'invoice-lines', 'invoice_lines', 'invoice_key'),
                          ('shipments', 'shipment-events', 'shipment_events', 'shipment_key'),
                          ('shipments', 'shipment-lines', 'shipment_lines', 'shipment_key')) k (kind, lines, target, parent_key)
   where of_kind in (k.kind, k.lines)
$$;

-- Puts batches of one source and family in line, until the end of the transaction.
create or replace function portal.lock_ingest(of_source int, of_kind text) returns void
  language sql volatile set search_path = pg_catalog, pg_temp as $$
  select pg_advisory_xact_lock(1768842092, of_source * 100 + k.family) from portal.ingest_kind(of_kind) k
$$;

-- Which of the periods a row lies in, as SQL over alias d: the scope of replacing (year, year-month; null: everything).
create or replace function portal.ingest_scope(of_kind text) returns text
  language sql immutable set search_path = pg_catalog, pg_temp as $$
  select case
    when of_kind in ('sales-history', 'current-sales') then '($4::date is null or (d.year, d.month) >= (extract(year from $4::date), extract(month from $4::date))
      and (d.year, d.month) < (extract(year from $5::date), extract(month from $5::date)))'
    when of_kind = 'orders' then '($4::date is null or coalesce(d.order_date >= $4::date and d.order_date < $5::date, false))'
    when of_kind = 'invoices' then '($4::date is null or d.invoice_date >= $4::date and d.invoice_date < $5::date)'
    when of_kind = 'payments' then '($4::date is null or d.payment_date >= $4::date and d.payment_date < $5::date)'
    when of_kind = 'shipments' then '($4::date is null or coalesce(d.shipped_date >= $4::date and d.shipped_date < $5::date, false))'
    else '($4::date is null)' end
$$;

-- How a statement of a batch is joined to the row of a table that has the condition, where there is at most one. Each row is looked
-- up by itself: what is known of tables that fill and empty within minutes, and of a kind whose first rows come, is of other rows,
-- so that the planner expects none and would compare every row with all. A large batch was told apart (nested loops are off),
-- and is joined at once.
create or replace function portal.ingest_join(alias text, of_table text, condition text) returns text
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select case when current_setting('enable_nestloop')::boolean
    then format('join lateral (select %1$s.* from portal.%2$I %1$s where %3$s offset 0) %1$s on true', alias, of_table, condition)
    else format('join portal.%2$I %1$s on %3$s', alias, of_table, condition) end
$$;

grant execute on function portal.ingest_kind(text), portal.lines_of(text), portal.lock_ingest(int, text), portal.ingest_scope(text),
  portal.ingest_join(text, text, text) to portal_ingest;
grant execute on function portal.ingest_kind(text), portal.lines_of(text), portal.ingest_join(text, text, text), portal.lock_ingest(int, text)
  to portal_keeper;
grant execute on function portal.ingest_kind(text) to portal_member, portal_staff, portal_admin;
