-- Item codes and PO numbers are typed by people: letter case, spaces and the width of letters do not tell two of them apart.
-- The same rule as numberKey (platform/domain); a test compares them.
create function portal.number_key(txt text) returns text
  language sql immutable parallel safe strict set search_path = pg_catalog, pg_temp as $$
  select lower(regexp_replace(normalize(txt collate "default", NFKC), '\s', '', 'g'))
$$;
grant execute on function portal.number_key(text) to portal_member, portal_staff, portal_admin, portal_ingest, portal_keeper, portal_tables;

alter table portal.purchase_orders drop column po_key;
alter table portal.purchase_orders add column po_key text not null generated always as (portal.number_key(coalesce(po_no, ''))) stored;
create index purchase_orders_po_no on portal.purchase_orders (tenant_id, po_key);

drop index portal.orders_by_po_no;
create index orders_by_po_no on portal.orders (tenant_id, portal.number_key(po_no)) where po_no is not null;
create index invoices_by_po_no on portal.invoices (tenant_id, portal.number_key(po_no)) where po_no is not null;

alter table portal.products add column item_key text not null generated always as (portal.number_key(item_no)) stored;
create index products_by_key on portal.products (item_key);
