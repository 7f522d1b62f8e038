-- Shipments with what their carriers tell of them and what is in them, as upstream sends them.
create sequence portal.shipment_ids;
create table portal.shipments (
  tenant_id int not null references portal.tenants,
  id bigint not null default nextval('portal.shipment_ids'),
  source_id smallint not null,
  source_key text collate "C" not null, -- tracking number and carrier
  tracking_no text not null,
  carrier text not null,
  carrier_link text,
  order_key text collate "C", -- source_key of the order: by its Primary, else by its Ord No
  primary_no text,
  ord_no text,
  po_no text,
  client_code text,
  client_name text,
  order_date date,
  processed_date date,
  shipped_date date,
  estimated_on date,
  delivered_date date,
  date_texts jsonb, -- what stood where a date should be: {"orderDate": "Date Not Captured"}
  ship_to text,
  weight text,
  upstream_updated_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- What its events tell, kept by triggers (functions/0900_shipment_events.sql): the first of each kind, and the last of all.
  placed_at timestamptz,
  processed_at timestamptz,
  in_transit_at timestamptz,
  delivered_at timestamptz,
  last_event_at timestamptz,
  last_event text,
  -- The four steps by real dates (C4): upstream's own, else that of the first event that tells of it.
  placed_on date generated always as (coalesce(order_date, (placed_at at time zone 'UTC')::date)) stored,
  processed_on date generated always as (coalesce(processed_date, (processed_at at time zone 'UTC')::date)) stored,
  shipped_on date generated always as (coalesce(shipped_date, (in_transit_at at time zone 'UTC')::date)) stored,
  delivered_on date generated always as (coalesce(delivered_date, (delivered_at at time zone 'UTC')::date)) stored,
  state text not null generated always as (
    case when delivered_date is not null or delivered_at is not null then 'delivered'
         when shipped_date is not null or in_transit_at is not null then 'in_transit'
         else 'processing' end) stored,
  -- What search reads; fields are kept apart so that no match spans two of them.
  search_text text not null generated always as (
    portal.fold(tracking_no || chr(10) || coalesce(ord_no, '') || chr(10) || coalesce(po_no, '') || chr(10) || coalesce(primary_no, ''))) stored,
  primary key (tenant_id, id),
  unique (tenant_id, source_id, source_key)
);
create index shipments_by_estimate on portal.shipments (tenant_id, estimated_on desc nulls last, id desc);
create index shipments_all_by_estimate on portal.shipments (estimated_on desc nulls last, id desc);
create index shipments_by_order on portal.shipments (tenant_id, order_key);
create index shipments_by_number on portal.shipments (tenant_id, ord_no collate portal.natural_order) where ord_no is not null;
-- Counts by state and averages in one pass over this index.
create index shipments_sums on portal.shipments (tenant_id, state)
  include (estimated_on, placed_on, processed_on, shipped_on, delivered_on, last_event);
create index shipments_search on portal.shipments using gin (search_text extensions.gin_trgm_ops);
alter table portal.shipments set (autovacuum_vacuum_insert_scale_factor = 0.02);

create sequence portal.shipment_event_ids;
create table portal.shipment_events (
  tenant_id int not null references portal.tenants,
  id bigint not null default nextval('portal.shipment_event_ids'),
  source_id smallint not null,
  source_key text collate "C" not null,
  shipment_key text collate "C" not null, -- source_key of the shipment; an event may come before it
  happened_at timestamptz not null,
  kind text not null check (kind in ('placed', 'processed', 'in_transit', 'delivered', 'exception')),
  place text,
  note text,
  upstream_updated_at timestamptz,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, source_id, source_key)
);
create index shipment_events_shipment on portal.shipment_events (tenant_id, source_id, shipment_key, happened_at, id);

create sequence portal.shipment_line_ids;
create table portal.shipment_lines (
  tenant_id int not null references portal.tenants,
  id bigint not null default nextval('portal.shipment_line_ids'),
  source_id smallint not null,
  source_key text collate "C" not null,
  shipment_key text collate "C" not null, -- source_key of the shipment; a line may come before it
  line_no text not null,
  order_line_no text,
  item_no text,
  item_name text,
  lot text,
  quantity numeric(18, 3),
  unit text,
  upstream_updated_at timestamptz,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, source_id, source_key)
);
create index shipment_lines_shipment on portal.shipment_lines (tenant_id, source_id, shipment_key);
create index shipment_lines_lot on portal.shipment_lines (tenant_id, lot) where lot is not null;

-- Rows whose client nobody has claimed: the same shape without a tenant, seen by administrators alone.
create table portal.unassigned_shipments (like portal.shipments including defaults including generated);
create table portal.unassigned_shipment_events (like portal.shipment_events including defaults including generated including constraints);
create table portal.unassigned_shipment_lines (like portal.shipment_lines including defaults including generated);
do $$
declare t text;
begin
  foreach t in array array['shipments', 'shipment_events', 'shipment_lines'] loop
    execute format('alter table portal.unassigned_%s drop column tenant_id', t);
    execute format('alter table portal.unassigned_%s add primary key (id)', t);
    execute format('alter table portal.unassigned_%s add unique (source_id, source_key)', t);
  end loop;
end $$;
create index unassigned_shipment_events_shipment on portal.unassigned_shipment_events (source_id, shipment_key);
create index unassigned_shipment_lines_shipment on portal.unassigned_shipment_lines (source_id, shipment_key);

create unlogged table portal.staged_shipments (
  batch bigint not null,
  row_no int not null,
  key text collate "C" not null,
  is_delete boolean not null,
  content_hash uuid,
  upstream_updated_at timestamptz,
  staged_at timestamptz not null default now(),
  tracking_no text,
  carrier text,
  carrier_link text,
  order_key text collate "C",
  primary_no text,
  ord_no text,
  po_no text,
  client_code text,
  client_name text,
  order_date date,
  processed_date date,
  shipped_date date,
  estimated_on date,
  delivered_date date,
  date_texts jsonb,
  ship_to text,
  weight text
);
create unlogged table portal.staged_shipment_events (
  batch bigint not null,
  row_no int not null,
  key text collate "C" not null,
  is_delete boolean not null,
  content_hash uuid,
  upstream_updated_at timestamptz,
  staged_at timestamptz not null default now(),
  shipment_key text collate "C",
  happened_at timestamptz,
  kind text,
  place text,
  note text
);
create unlogged table portal.staged_shipment_lines (
  batch bigint not null,
  row_no int not null,
  key text collate "C" not null,
  is_delete boolean not null,
  content_hash uuid,
  upstream_updated_at timestamptz,
  staged_at timestamptz not null default now(),
  shipment_key text collate "C",
  line_no text,
  order_line_no text,
  item_no text,
  item_name text,
  lot text,
  quantity numeric(18, 3),
  unit text
);
do $$
declare t text;
begin
  foreach t in array array['staged_shipments', 'staged_shipment_events', 'staged_shipment_lines'] loop
    execute format('create index %1$s_batch on portal.%1$I (batch, row_no)', t);
    execute format('alter table portal.%I set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000)', t);
  end loop;
end $$;

insert into portal.feed_expectations values ('shipments', 93600), ('shipment-events', 93600), ('shipment-lines', 93600);

-- Who reads orders reads where they are.
update portal.roles set permissions = permissions || '{tracking.read}' where 'orders.read' = any (permissions);

-- It answers several rows from now on: a shipment has two kinds of lines.
drop function if exists portal.lines_of(text);
