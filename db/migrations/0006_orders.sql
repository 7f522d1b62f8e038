-- Customers and orders as upstream sends them: texts verbatim, numbers beside them.
create sequence portal.customer_ids;
create table portal.customers (
  tenant_id int not null references portal.tenants,
  id bigint not null default nextval('portal.customer_ids'),
  source_id smallint not null,
  client_code text not null,
  client_name text not null,
  language text,
  currency char(3),
  address text,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, source_id, client_code)
);

create sequence portal.order_ids;
create table portal.orders (
  tenant_id int not null references portal.tenants,
  id bigint not null default nextval('portal.order_ids'),
  source_id smallint not null,
  source_key text collate "C" not null,
  primary_no text,
  ord_no text,
  po_no text,
  f_no text,
  client_code text,
  client_name text,
  ref text,
  ord_stat text,
  montant_total text,
  amount_cents bigint not null default 0,
  currency char(3) not null,
  bl_t text,
  cts_t text,
  bb_t text,
  pbl text,
  pcts text,
  pbb text,
  order_date date,
  requested_date date,
  promised_date date,
  ship_to text,
  upstream_updated_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Status as it is compared: no letter case, no stray blanks.
  status text not null generated always as (lower(btrim(coalesce(ord_stat, '')))) stored,
  -- What search reads; fields are kept apart so that no match spans two of them.
  search_text text not null generated always as (
    portal.fold(coalesce(ord_no, '') || chr(10) || coalesce(ref, '') || chr(10) || coalesce(ord_stat, '') || chr(10) ||
                coalesce(client_name, '') || chr(10) || coalesce(po_no, ''))) stored,
  primary key (tenant_id, id),
  unique (tenant_id, source_id, source_key)
);
create index orders_by_number on portal.orders (tenant_id, ord_no collate portal.natural_order desc nulls last, id desc);
create index orders_all_by_number on portal.orders (ord_no collate portal.natural_order desc nulls last, id desc);
create index orders_by_status on portal.orders (tenant_id, status);
create index orders_search on portal.orders using gin (search_text extensions.gin_trgm_ops);

create sequence portal.order_line_ids;
create table portal.order_lines (
  tenant_id int not null references portal.tenants,
  id bigint not null default nextval('portal.order_line_ids'),
  source_id smallint not null,
  source_key text collate "C" not null,
  order_key text collate "C" not null, -- source_key of the order; a line may come before its order
  line_no text not null,
  item_no text,
  item_name text,
  qty_ordered numeric(18, 3),
  qty_shipped numeric(18, 3),
  unit text,
  unit_price numeric(18, 6),
  lot text,
  upstream_updated_at timestamptz,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, source_id, source_key)
);
create index order_lines_order on portal.order_lines (tenant_id, source_id, order_key);

-- Rows whose client nobody has claimed: the same shape without a tenant, seen by administrators alone.
create table portal.unassigned_customers (like portal.customers including defaults including generated);
create table portal.unassigned_orders (like portal.orders including defaults including generated);
create table portal.unassigned_order_lines (like portal.order_lines including defaults including generated);
do $$
declare t text;
begin
  foreach t in array array['customers', 'orders', 'order_lines'] loop
    execute format('alter table portal.unassigned_%s drop column tenant_id', t);
    execute format('alter table portal.unassigned_%s add primary key (id)', t);
  end loop;
end $$;
alter table portal.unassigned_customers add unique (source_id, client_code);
alter table portal.unassigned_orders add unique (source_id, source_key);
alter table portal.unassigned_order_lines add unique (source_id, source_key);
create index unassigned_order_lines_order on portal.unassigned_order_lines (source_id, order_key);
create index unassigned_orders_search on portal.unassigned_orders using gin (search_text extensions.gin_trgm_ops);
