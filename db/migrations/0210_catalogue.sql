-- What a client may buy, and at what price. Prices come from upstream, per client; what is offered is decided by the
-- manufacturer's staff beside what follows from order lines.
create sequence portal.price_ids;
create table portal.prices (
  tenant_id int not null references portal.tenants,
  id bigint not null default nextval('portal.price_ids'),
  source_id smallint not null,
  source_key text collate "C" not null,
  client_code text,
  client_name text,
  item_no text not null,
  unit_price numeric(18, 6) not null check (unit_price >= 0),
  currency char(3) collate "C" not null,
  unit text,
  valid_from date not null,
  valid_to date check (valid_to >= valid_from),
  upstream_updated_at timestamptz,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, source_id, source_key)
);
create index prices_item on portal.prices (tenant_id, source_id, item_no, valid_from desc);

create table portal.unassigned_prices (like portal.prices including defaults including constraints);
alter table portal.unassigned_prices drop column tenant_id;
alter table portal.unassigned_prices add primary key (id);
alter table portal.unassigned_prices add unique (source_id, source_key);

create unlogged table portal.staged_price_list (
  batch bigint not null,
  row_no int not null,
  key text collate "C" not null,
  is_delete boolean not null,
  content_hash uuid,
  upstream_updated_at timestamptz,
  staged_at timestamptz not null default now(),
  client_code text,
  client_name text,
  item_no text,
  unit_price numeric(18, 6),
  currency char(3),
  unit text,
  valid_from date,
  valid_to date
);
create index staged_price_list_batch on portal.staged_price_list (batch, row_no);
alter table portal.staged_price_list set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);

-- A price list changes when it changes.
insert into portal.feed_expectations values ('price-list', null);

-- Beside what follows from order lines: whether staff offer the product (null: as the lines say) and the terms agreed with the
-- client where upstream has none.
alter table portal.product_access
  add column by_lines boolean not null default true,
  add column offered boolean,
  add column minimum_quantity numeric(18, 3) check (minimum_quantity > 0),
  add column lead_weeks_from smallint check (lead_weeks_from > 0),
  add column lead_weeks_to smallint check (lead_weeks_to >= lead_weeks_from),
  add column version int not null default 0;

-- Who buys and who pays sees prices; staff who look after clients say what is offered.
update portal.roles set permissions = permissions || '{prices.read}'
 where key in ('tenant_admin', 'procurement_manager', 'finance_manager', 'customer_service', 'finance', 'account_manager');
update portal.roles set permissions = permissions || '{catalogue.write}' where key in ('customer_service', 'account_manager');
