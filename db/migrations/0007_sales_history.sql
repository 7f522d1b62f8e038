-- Sales lines: the only truth. Quantities in thousandths, money in cents, texts as received.
create sequence portal.sales_history_ids;
create table portal.sales_history (
  tenant_id int not null, -- a tenant: checked at commit, once for each, because a foreign key would double the time of loads
  id bigint not null default nextval('portal.sales_history_ids'),
  source_id smallint not null,
  year smallint not null check (year between 1 and 9999),
  month smallint not null check (month between 1 and 12),
  currency char(3) collate "C" not null,
  item_id int not null,      -- portal.sales_items
  customer_id int not null,  -- portal.sales_customers
  quantity bigint not null,
  amount_cents bigint not null,
  invoice_no text collate "C" not null check (length(invoice_no) <= 200),
  invoice_date date,
  unit_price numeric(18, 6),
  tax_code text,
  amt_2_cents bigint,
  source_key text collate "C" not null,
  -- As received, where it differs from how the number is written here.
  quantity_text text,
  amount_text text,
  upstream_updated_at timestamptz,
  primary key (tenant_id, id)
);
create index sales_history_period on portal.sales_history using brin (year, month) with (pages_per_range = 32);
-- The number leads: the same one may occur in several tenants, and is then one invoice to an administrator.
create index sales_history_invoice on portal.sales_history (invoice_no, tenant_id);
-- A search finds items, and what it then needs of their lines is all in the index, or customers, which are fewer.
-- The currency is beside the key: comparing it there would make every insertion dearer.
create index sales_history_item on portal.sales_history (tenant_id, item_id, year, month) include (currency, invoice_no);
create index sales_history_customer on portal.sales_history (tenant_id, customer_id);
-- Indexes alone answer only for pages that a vacuum has seen.
alter table portal.sales_history set (autovacuum_vacuum_insert_scale_factor = 0.02);

-- Lines whose client nobody has claimed: the same shape, always under tenant 0, which no member has.
create table portal.unassigned_sales_history (like portal.sales_history including defaults including constraints);
alter table portal.unassigned_sales_history alter column tenant_id set default 0, add check (tenant_id = 0),
  add primary key (tenant_id, id);
create index unassigned_sales_history_invoice on portal.unassigned_sales_history (invoice_no);
create index unassigned_sales_history_item on portal.unassigned_sales_history (item_id, year, month) include (currency, invoice_no);
create index unassigned_sales_history_customer on portal.unassigned_sales_history (customer_id);
alter table portal.unassigned_sales_history set (autovacuum_vacuum_insert_scale_factor = 0.02);

-- Distinct (item number, item name) and (client code, customer name) pairs, once for the whole installation ...
create table portal.item_names (
  id int primary key generated always as identity,
  item_no text not null check (length(item_no) <= 100),
  item_name text not null check (length(item_name) <= 500),
  unique (item_no, item_name)
);
create table portal.customer_names (
  id int primary key generated always as identity,
  client_code text not null check (length(client_code) <= 100),
  customer_name text not null check (length(customer_name) <= 500),
  unique (client_code, customer_name)
);

-- ... and, under each tenant that has sales of them, with the name that is shown (D3). Tenant 0: all, for administrators.
create table portal.sales_items (
  tenant_id int not null,
  item_id int not null,
  item_no text not null,
  item_name text not null,
  product text collate "C" not null, -- display name; nobody finds the unknown ones by the word Unknown
  search_text text not null generated always as (portal.fold(
    item_no || chr(10) || item_name || chr(10) || case when product = 'Unknown Product' then '' else product end)) stored,
  primary key (tenant_id, item_id)
);
create table portal.sales_customers (
  tenant_id int not null,
  customer_id int not null,
  client_code text not null,
  customer_name text not null,
  customer text collate "C" not null, -- display name
  search_text text not null generated always as (portal.fold(
    customer_name || chr(10) || case when customer = 'Unknown Client' then '' else customer end)) stored,
  primary key (tenant_id, customer_id)
);

-- Display rules (D3): data, with the source's as defaults.
create table portal.customer_aliases (
  variant text primary key,
  display_name text not null
);
create table portal.product_rules (
  position int primary key,
  field text not null check (field in ('name', 'code')),
  pattern text not null,       -- regular expression
  ignore_case boolean not null,
  display_name text not null
);
insert into portal.product_rules values
  (1, 'code', '^81061-BOI-90017-[0-9]{2}$', false, 'Packaging Materials'),
  (2, 'name', 'Advanced Gut Health', true, 'AGH');
