-- A row that upstream deleted keeps its place in the register, so that an older version of it which comes late stays out.
alter table portal.upstream_rows add column deleted boolean not null default false;
-- Whose a row was before it became nobody's: the lines of a deleted order do not go to whoever uses its number next.
alter table portal.upstream_rows add column last_tenant_id int;

-- The answer as it was sent, for the same request made again.
alter table portal.ingest_batches add column answer text;

-- Rows of batches that are being received, one table per kind, with the columns of the tables that they go to. Unlogged and
-- without a tenant: no row outlives its batch, and nobody but the upstream's own transaction reads it.
create unlogged table portal.staged_customers (
  batch bigint not null,
  row_no int not null,
  key text collate "C" not null,
  is_delete boolean not null,
  content_hash uuid,
  upstream_updated_at timestamptz,
  staged_at timestamptz not null default now(),
  client_code text,
  client_name text,
  language text,
  currency char(3),
  address text
);
create unlogged table portal.staged_orders (
  batch bigint not null,
  row_no int not null,
  key text collate "C" not null,
  is_delete boolean not null,
  content_hash uuid,
  upstream_updated_at timestamptz,
  staged_at timestamptz not null default now(),
  primary_no text,
  ord_no text,
  po_no text,
  f_no text,
  client_code text,
  client_name text,
  ref text,
  ord_stat text,
  montant_total text,
  amount_cents bigint,
  currency char(3),
  bl_t text,
  cts_t text,
  bb_t text,
  pbl text,
  pcts text,
  pbb text,
  order_date date,
  requested_date date,
  promised_date date,
  ship_to text
);
create unlogged table portal.staged_order_lines (
  batch bigint not null,
  row_no int not null,
  key text collate "C" not null,
  is_delete boolean not null,
  content_hash uuid,
  upstream_updated_at timestamptz,
  staged_at timestamptz not null default now(),
  order_key text collate "C",
  line_no text,
  item_no text,
  item_name text,
  qty_ordered numeric(18, 3),
  qty_shipped numeric(18, 3),
  unit text,
  unit_price numeric(18, 6),
  lot text
);
create unlogged table portal.staged_sales_history (
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
  invoice_no text,
  invoice_date date,
  unit_price numeric(18, 6),
  tax_code text,
  amt_2_cents bigint,
  quantity_text text,
  amount_text text
);

-- What becomes of the rows of a batch: decided for all of them first, then done set by set.
create unlogged table portal.ingest_plan (
  batch bigint not null,
  row_no int, -- null: a row that replacing takes away, or one that could not be read
  key text collate "C" not null,
  act text not null,
  from_tenant int, -- where the row lives (0: unassigned); null: it is new
  to_tenant int,
  row_id bigint,
  updated_at timestamptz, -- the newest time that is known of the row, whichever version wins
  planned_at timestamptz not null default now()
);

do $$
declare t text;
begin
  foreach t in array array['staged_customers', 'staged_orders', 'staged_order_lines', 'staged_sales_history', 'ingest_plan'] loop
    execute format('create index %1$s_batch on portal.%1$I (batch, row_no)', t);
    execute format('alter table portal.%I set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000)', t);
  end loop;
end $$;
create index ingest_plan_key on portal.ingest_plan (batch, key);
