-- Lots and what was found when they were tested: the manufacturer's, as products are. A result may come before its lot.
create sequence portal.lot_ids;
create table portal.lots (
  id bigint primary key default nextval('portal.lot_ids'),
  source_id smallint not null,
  lot_no text collate "C" not null,
  item_no text collate "C" not null,
  manufactured_on date,
  expires_on date,
  state text not null check (state in ('released', 'on_hold', 'quarantine', 'rejected', 'expired')),
  quantity numeric(18, 3),
  unit text,
  upstream_updated_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text not null generated always as (portal.fold(lot_no || chr(10) || item_no)) stored,
  unique (source_id, lot_no)
);
create index lots_number on portal.lots (lot_no);
create index lots_newest on portal.lots (manufactured_on desc nulls last, id desc);
create index lots_product on portal.lots (source_id, item_no, manufactured_on desc nulls last, id desc);

create sequence portal.lot_result_ids;
create table portal.lot_results (
  id bigint primary key default nextval('portal.lot_result_ids'),
  source_id smallint not null,
  source_key text collate "C" not null,
  lot_no text collate "C" not null,
  test text not null,
  method text,
  specification text,
  min_value numeric(24, 9),
  max_value numeric(24, 9),
  result text not null, -- as received
  result_value numeric(24, 9), -- null where it is no number
  unit text,
  verdict text check (verdict in ('pass', 'fail')),
  tested_on date,
  upstream_updated_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Upstream's verdict does not make a figure fit that lies outside.
  out_of_specification boolean not null generated always as (
    coalesce(verdict = 'fail', false) or coalesce(result_value < min_value, false) or coalesce(result_value > max_value, false)) stored,
  unique (source_id, source_key)
);
create index lot_results_lot on portal.lot_results (source_id, lot_no);

create table portal.lot_access (
  tenant_id int not null references portal.tenants,
  lot_id bigint not null references portal.lots on delete cascade,
  primary key (tenant_id, lot_id)
);
create index lot_access_lot on portal.lot_access (lot_id);
create index order_lines_lot on portal.order_lines (source_id, lot, tenant_id) where lot is not null;

create unlogged table portal.staged_lots (
  batch bigint not null,
  row_no int not null,
  key text collate "C" not null,
  is_delete boolean not null,
  content_hash uuid,
  upstream_updated_at timestamptz,
  staged_at timestamptz not null default now(),
  item_no text,
  manufactured_on date,
  expires_on date,
  state text,
  quantity numeric(18, 3),
  unit text
);
create unlogged table portal.staged_lot_results (
  batch bigint not null,
  row_no int not null,
  key text collate "C" not null,
  is_delete boolean not null,
  content_hash uuid,
  upstream_updated_at timestamptz,
  staged_at timestamptz not null default now(),
  lot_no text,
  test text,
  method text,
  specification text,
  min_value numeric(24, 9),
  max_value numeric(24, 9),
  result text,
  result_value numeric(24, 9),
  unit text,
  verdict text,
  tested_on date
);
do $$
declare t text;
begin
  foreach t in array array['staged_lots', 'staged_lot_results'] loop
    execute format('create index %1$s_batch on portal.%1$I (batch, row_no)', t);
    execute format('alter table portal.%I set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000)', t);
  end loop;
end $$;

-- Lines open lots too, by one function from now on (functions/0800).
drop trigger if exists item_lines_came on portal.order_lines;
drop trigger if exists item_lines_changed on portal.order_lines;
drop trigger if exists item_lines_went on portal.order_lines;
drop function if exists portal.follow_item_lines();

-- Nothing is made or tested on a Sunday.
insert into portal.feed_expectations values ('lots', null), ('lot-results', null);

update portal.roles set permissions = permissions || '{lots.read}'
 where key in ('tenant_admin', 'procurement_manager', 'quality_manager', 'viewer', 'customer_service', 'quality', 'account_manager')
   and shipped is not null;
