-- The second dataset of sales: lines of sales orders, mostly of the last two years. Kept as sales history is, with tables of
-- its own, so that neither grows the other's indexes and both are settled by the same rules (functions/0582).
create sequence portal.current_sales_ids;
create table portal.current_sales (
  tenant_id int not null, -- a tenant: checked at commit, as for sales history
  id bigint not null default nextval('portal.current_sales_ids'),
  source_id smallint not null,
  year smallint not null check (year between 1 and 9999),
  month smallint not null check (month between 1 and 12),
  currency char(3) collate "C" not null,
  item_id int not null,      -- portal.current_sales_items: Code and Prod_Name
  customer_id int not null,  -- portal.current_sales_customers: Account Number and Customer
  quantity bigint not null,
  amount_cents bigint not null,
  so text collate "C" not null check (length(so) <= 200), -- sales order; empty: of none
  unit text,
  unit_price numeric(18, 6),
  lot text,
  source_key text collate "C" not null,
  -- As received, where it differs from how the number is written here.
  quantity_text text,
  amount_text text,
  upstream_updated_at timestamptz,
  primary key (tenant_id, id)
);
create index current_sales_period on portal.current_sales using brin (year, month) with (pages_per_range = 32);
create index current_sales_so on portal.current_sales (so, tenant_id);
create index current_sales_month on portal.current_sales (tenant_id, year, month, item_id) include (customer_id, currency, so);
create index current_sales_customer on portal.current_sales (tenant_id, customer_id);
alter table portal.current_sales set (autovacuum_vacuum_insert_scale_factor = 0.02);

create table portal.unassigned_current_sales (like portal.current_sales including defaults including constraints);
alter table portal.unassigned_current_sales alter column tenant_id set default 0, add check (tenant_id = 0),
  add primary key (tenant_id, id);
create index unassigned_current_sales_so on portal.unassigned_current_sales (so);
create index unassigned_current_sales_month on portal.unassigned_current_sales (year, month, item_id)
  include (customer_id, currency, so);
create index unassigned_current_sales_customer on portal.unassigned_current_sales (customer_id);
alter table portal.unassigned_current_sales set (autovacuum_vacuum_insert_scale_factor = 0.02);

-- Names and sums, column by column like those of sales history.
create table portal.current_sales_items (like portal.sales_items including all);
create table portal.current_sales_customers (like portal.sales_customers including all);
create table portal.current_sales_totals (like portal.sales_totals including all) with (fillfactor = 50);
create table portal.current_sales_item_totals (like portal.sales_item_totals including all) with (fillfactor = 85);
create table portal.current_sales_customer_totals (like portal.sales_customer_totals including all) with (fillfactor = 85);
create table portal.current_sales_shared_orders (
  tenant_id int not null,
  currency char(3) collate "C" not null,
  so text collate "C" not null,
  primary key (tenant_id, currency, so)
);
create index current_sales_shared_orders_so on portal.current_sales_shared_orders (so);
create unlogged table portal.current_sales_changes (like portal.sales_changes including all)
  with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);
alter table portal.current_sales_changes rename invoice_no to so;
create unlogged table portal.current_sales_pending (like portal.sales_pending including all)
  with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

-- Every order number of a tenant (0: unassigned), for the search that looks into them. One that no line names any more finds none.
create table portal.current_sales_orders (
  tenant_id int not null,
  so text collate "C" not null,
  search_text text not null generated always as (portal.fold(so)) stored,
  primary key (tenant_id, so)
);
create index current_sales_orders_search on portal.current_sales_orders using gin (search_text extensions.gin_trgm_ops);

create unlogged table portal.staged_current_sales (
  batch bigint not null,
  row_no int not null,
  key text collate "C" not null,
  is_delete boolean not null,
  content_hash uuid,
  upstream_updated_at timestamptz,
  staged_at timestamptz not null default now(),
  client_code text,
  client_name text,
  year smallint,
  month smallint,
  currency char(3),
  item_id int,
  customer_id int,
  quantity bigint,
  amount_cents bigint,
  so text,
  unit text,
  unit_price numeric(18, 6),
  lot text,
  quantity_text text,
  amount_text text
);
create index staged_current_sales_batch on portal.staged_current_sales (batch, row_no);
alter table portal.staged_current_sales set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);

insert into portal.feed_expectations values ('current-sales', 93600);
