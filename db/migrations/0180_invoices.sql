-- Invoices with their lines, and what was paid or credited, as upstream sends them. Money in cents.
create sequence portal.invoice_ids;
create table portal.invoices (
  tenant_id int not null references portal.tenants,
  id bigint not null default nextval('portal.invoice_ids'),
  source_id smallint not null,
  source_key text collate "C" not null, -- its number
  invoice_no text not null,
  client_code text,
  client_name text,
  ord_no text,
  po_no text,
  invoice_date date not null,
  due_date date,
  terms text,
  currency char(3) collate "C" not null,
  subtotal_cents bigint,
  taxes jsonb not null default '[]', -- as given: [{"name", "cents"}]
  total_cents bigint not null, -- below 0: a credit note
  upstream_updated_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Payments and credits that name this invoice, in its currency: kept by triggers (functions/0850_invoice_balances.sql).
  paid_cents bigint not null default 0,
  balance_cents bigint not null generated always as (total_cents - paid_cents) stored,
  -- From when an open balance ages (D4).
  ages_from date not null generated always as (coalesce(due_date, invoice_date)) stored,
  -- What search reads; fields are kept apart so that no match spans two of them.
  search_text text not null generated always as (
    portal.fold(invoice_no || chr(10) || coalesce(po_no, '') || chr(10) || coalesce(ord_no, '') || chr(10) || coalesce(client_name, ''))) stored,
  primary key (tenant_id, id),
  unique (tenant_id, source_id, source_key)
);
create index invoices_by_date on portal.invoices (tenant_id, invoice_date desc, id desc);
create index invoices_by_number on portal.invoices (tenant_id, invoice_no);
create index invoices_by_order on portal.invoices (tenant_id, ord_no) where ord_no is not null;
-- Balances by age and counts by state in one pass over this index.
create index invoices_sums on portal.invoices (tenant_id, currency) include (ages_from, invoice_date, total_cents, balance_cents);
create index invoices_search on portal.invoices using gin (search_text extensions.gin_trgm_ops);
alter table portal.invoices set (autovacuum_vacuum_insert_scale_factor = 0.02);

create sequence portal.invoice_line_ids;
create table portal.invoice_lines (
  tenant_id int not null references portal.tenants,
  id bigint not null default nextval('portal.invoice_line_ids'),
  source_id smallint not null,
  source_key text collate "C" not null,
  invoice_key text collate "C" not null, -- source_key of the invoice; a line may come before it
  line_no text not null,
  item_no text,
  description text,
  quantity numeric(18, 3),
  unit text,
  unit_price numeric(18, 6),
  amount_cents bigint not null,
  upstream_updated_at timestamptz,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, source_id, source_key)
);
create index invoice_lines_invoice on portal.invoice_lines (tenant_id, source_id, invoice_key);

-- A payment that settles several invoices is several rows with line numbers. One that names no invoice, or an invoice that is
-- not there or in another currency, is on account.
create sequence portal.payment_ids;
create table portal.payments (
  tenant_id int not null references portal.tenants,
  id bigint not null default nextval('portal.payment_ids'),
  source_id smallint not null,
  source_key text collate "C" not null,
  payment_no text not null,
  line_no text,
  kind text not null check (kind in ('payment', 'credit')),
  client_code text,
  client_name text,
  invoice_no text collate "C",
  payment_date date not null,
  method text,
  reference text,
  currency char(3) collate "C" not null,
  amount_cents bigint not null, -- below 0: given back
  upstream_updated_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, source_id, source_key)
);
create index payments_invoice on portal.payments (tenant_id, source_id, invoice_no, currency) include (amount_cents);
create index payments_by_date on portal.payments (tenant_id, payment_date, id);
create index payments_sums on portal.payments (tenant_id, currency) include (amount_cents);
alter table portal.payments set (autovacuum_vacuum_insert_scale_factor = 0.02);

-- Rows whose client nobody has claimed: the same shape without a tenant, seen by administrators alone.
create table portal.unassigned_invoices (like portal.invoices including defaults including generated);
create table portal.unassigned_invoice_lines (like portal.invoice_lines including defaults including generated);
create table portal.unassigned_payments (like portal.payments including defaults including generated including constraints);
do $$
declare t text;
begin
  foreach t in array array['invoices', 'invoice_lines', 'payments'] loop
    execute format('alter table portal.unassigned_%s drop column tenant_id', t);
    execute format('alter table portal.unassigned_%s add primary key (id)', t);
    execute format('alter table portal.unassigned_%s add unique (source_id, source_key)', t);
  end loop;
end $$;
create index unassigned_invoice_lines_invoice on portal.unassigned_invoice_lines (source_id, invoice_key);

create unlogged table portal.staged_invoices (
  batch bigint not null,
  row_no int not null,
  key text collate "C" not null,
  is_delete boolean not null,
  content_hash uuid,
  upstream_updated_at timestamptz,
  staged_at timestamptz not null default now(),
  invoice_no text,
  client_code text,
  client_name text,
  ord_no text,
  po_no text,
  invoice_date date,
  due_date date,
  terms text,
  currency char(3),
  subtotal_cents bigint,
  taxes jsonb,
  total_cents bigint
);
create unlogged table portal.staged_invoice_lines (
  batch bigint not null,
  row_no int not null,
  key text collate "C" not null,
  is_delete boolean not null,
  content_hash uuid,
  upstream_updated_at timestamptz,
  staged_at timestamptz not null default now(),
  invoice_key text collate "C",
  line_no text,
  item_no text,
  description text,
  quantity numeric(18, 3),
  unit text,
  unit_price numeric(18, 6),
  amount_cents bigint
);
create unlogged table portal.staged_payments (
  batch bigint not null,
  row_no int not null,
  key text collate "C" not null,
  is_delete boolean not null,
  content_hash uuid,
  upstream_updated_at timestamptz,
  staged_at timestamptz not null default now(),
  payment_no text,
  line_no text,
  kind text,
  client_code text,
  client_name text,
  invoice_no text,
  payment_date date,
  method text,
  reference text,
  currency char(3),
  amount_cents bigint
);
do $$
declare t text;
begin
  foreach t in array array['staged_invoices', 'staged_invoice_lines', 'staged_payments'] loop
    execute format('create index %1$s_batch on portal.%1$I (batch, row_no)', t);
    execute format('alter table portal.%I set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000)', t);
  end loop;
end $$;

insert into portal.feed_expectations values ('invoices', 93600), ('invoice-lines', 93600), ('payments', 93600);

-- Who deals with money; what others see of it is withheld (A8).
update portal.roles set permissions = permissions || '{invoices.read}'
 where key in ('tenant_admin', 'procurement_manager', 'finance_manager', 'finance', 'account_manager');

-- Lines of invoices follow their invoice as those of orders follow their order: one function does both now.
drop function if exists portal.carry_order_lines(bigint, smallint);
