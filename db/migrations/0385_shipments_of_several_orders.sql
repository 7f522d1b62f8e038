-- What leaves together for several orders is one shipment under one number: each of its lines may say of which order it is.
do $$
declare t text;
begin
  foreach t in array array['shipment_lines', 'unassigned_shipment_lines', 'staged_shipment_lines'] loop
    execute format('alter table portal.%I
      add column order_key text collate "C", -- source_key of the order; null: of the shipment''s own
      add column primary_no text,
      add column ord_no text,
      add column po_no text', t);
  end loop;
end $$;
create index shipment_lines_order on portal.shipment_lines (tenant_id, order_key) where order_key is not null;
create index shipment_lines_number on portal.shipment_lines (tenant_id, ord_no collate portal.natural_order) where ord_no is not null;

-- The numbers of the orders of its lines, kept by a trigger (functions/1164_orders_of_lines.sql) so that search finds it by them;
-- and what people were told of the staff's shipment whose place one of upstream took, so that they are not told twice.
do $$
declare t text;
begin
  foreach t in array array['shipments', 'unassigned_shipments'] loop
    execute format('alter table portal.%I drop column search_text, add column line_numbers text, add column told_events text[]', t);
    execute format('alter table portal.%I add column search_text text not null generated always as (
      portal.fold(tracking_no || chr(10) || coalesce(ord_no, '''') || chr(10) || coalesce(po_no, '''') || chr(10) || coalesce(primary_no, '''')
        || chr(10) || coalesce(line_numbers, ''''))) stored', t);
  end loop;
end $$;
create index shipments_search on portal.shipments using gin (search_text extensions.gin_trgm_ops);
