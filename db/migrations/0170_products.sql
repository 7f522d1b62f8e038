-- What the manufacturer makes. Products are its own: they have no tenant, and a tenant reads those that it has access to.
-- Both answer more columns from now on (functions/0600, 0640).
drop function if exists portal.ingest_kind(text);
drop function if exists portal.feed_states();

create sequence portal.product_ids;
create table portal.products (
  id bigint primary key default nextval('portal.product_ids'),
  source_id smallint not null,
  item_no text collate "C" not null,
  name text not null,
  -- In the other languages, as far as upstream has them.
  name_fr text,
  name_de text,
  name_es text,
  category text,
  class text check (class in ('blend', 'bulk_capsule', 'finished_product')),
  unit text,
  -- Null: what is usual for the class.
  minimum_quantity numeric(18, 3) check (minimum_quantity > 0),
  lead_weeks_from smallint check (lead_weeks_from > 0),
  lead_weeks_to smallint check (lead_weeks_to >= lead_weeks_from),
  active boolean not null,
  upstream_updated_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text not null generated always as (
    portal.fold(item_no || chr(10) || name || chr(10) || coalesce(name_fr, '') || chr(10) || coalesce(name_de, '') || chr(10) ||
                coalesce(name_es, '') || chr(10) || coalesce(category, ''))) stored,
  unique (source_id, item_no)
);
create index products_by_number on portal.products (item_no collate portal.natural_order, id);

-- Which tenants may see a product: kept from the lines of their orders (functions/0800).
create table portal.product_access (
  tenant_id int not null references portal.tenants,
  product_id bigint not null references portal.products on delete cascade,
  primary key (tenant_id, product_id)
);
create index product_access_product on portal.product_access (product_id);
create index order_lines_item on portal.order_lines (source_id, item_no, tenant_id) where item_no is not null;

create unlogged table portal.staged_products (
  batch bigint not null,
  row_no int not null,
  key text collate "C" not null,
  is_delete boolean not null,
  content_hash uuid,
  upstream_updated_at timestamptz,
  staged_at timestamptz not null default now(),
  name text,
  name_fr text,
  name_de text,
  name_es text,
  category text,
  class text,
  unit text,
  minimum_quantity numeric(18, 3),
  lead_weeks_from smallint,
  lead_weeks_to smallint,
  active boolean
);
create index staged_products_batch on portal.staged_products (batch, row_no);
alter table portal.staged_products set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);

-- A catalogue changes when it changes.
insert into portal.feed_expectations values ('products', null);

update portal.roles set permissions = permissions || '{products.read}' where shipped is not null;
