-- The lines of one dataset under its own column names: those of clients, those that nobody has claimed (tenant -1), and all of them for an
-- administrator's drill-down. Upstream's batches write through them. The policies are those of the table.
create or replace view portal.sales_history with (security_invoker = true) as
  select tenant_id, dataset, id, source_id, year, month, currency, item_id, customer_id, quantity, amount_cents, order_no as invoice_no,
         invoice_date, unit_price, tax_code, amt_2_cents, source_key, quantity_text, amount_text, upstream_updated_at, currency_given
    from portal.sales_lines where dataset = 1 and tenant_id > 0;
create or replace view portal.unassigned_sales_history with (security_invoker = true) as
  select tenant_id, dataset, id, source_id, year, month, currency, item_id, customer_id, quantity, amount_cents, order_no as invoice_no,
         invoice_date, unit_price, tax_code, amt_2_cents, source_key, quantity_text, amount_text, upstream_updated_at, currency_given
    from portal.sales_lines where dataset = 1 and tenant_id = -1;
create or replace view portal.all_sales_history with (security_invoker = true) as
  select tenant_id, dataset, id, source_id, year, month, currency, item_id, customer_id, quantity, amount_cents, order_no as invoice_no,
         invoice_date, unit_price, tax_code, amt_2_cents, source_key, quantity_text, amount_text, upstream_updated_at, currency_given
    from portal.sales_lines where dataset = 1;
create or replace view portal.current_sales with (security_invoker = true) as
  select tenant_id, dataset, id, source_id, year, month, currency, item_id, customer_id, quantity, amount_cents, order_no as so,
         unit, unit_price, lot, source_key, quantity_text, amount_text, upstream_updated_at, currency_given
    from portal.sales_lines where dataset = 2 and tenant_id > 0;
create or replace view portal.unassigned_current_sales with (security_invoker = true) as
  select tenant_id, dataset, id, source_id, year, month, currency, item_id, customer_id, quantity, amount_cents, order_no as so,
         unit, unit_price, lot, source_key, quantity_text, amount_text, upstream_updated_at, currency_given
    from portal.sales_lines where dataset = 2 and tenant_id = -1;
create or replace view portal.all_current_sales with (security_invoker = true) as
  select tenant_id, dataset, id, source_id, year, month, currency, item_id, customer_id, quantity, amount_cents, order_no as so,
         unit, unit_price, lot, source_key, quantity_text, amount_text, upstream_updated_at, currency_given
    from portal.sales_lines where dataset = 2;
alter view portal.sales_history alter column dataset set default 1;
alter view portal.unassigned_sales_history alter column dataset set default 1, alter column tenant_id set default -1;
alter view portal.all_sales_history alter column dataset set default 1;
alter view portal.current_sales alter column dataset set default 2;
alter view portal.all_current_sales alter column dataset set default 2;
alter view portal.unassigned_current_sales alter column dataset set default 2, alter column tenant_id set default -1;

grant select on portal.sales_history, portal.current_sales to portal_member, portal_staff, portal_keeper;
grant select on portal.sales_history, portal.current_sales, portal.unassigned_sales_history, portal.unassigned_current_sales,
  portal.all_sales_history, portal.all_current_sales to portal_admin;
grant select on portal.unassigned_sales_history, portal.unassigned_current_sales, portal.all_sales_history, portal.all_current_sales to portal_keeper;
grant select, insert, update, delete on portal.all_sales_history, portal.all_current_sales to portal_ingest;
-- No right beyond the two above: lines of clients alone, or of nobody.
grant select, insert, update, delete on portal.sales_history, portal.current_sales, portal.unassigned_sales_history,
  portal.unassigned_current_sales to portal_ingest;
