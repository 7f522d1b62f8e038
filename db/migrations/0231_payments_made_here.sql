-- What a company says here that it pays: one or several invoices by one bank transfer with a reference. It is recorded once, whoever
-- sees it first: the manufacturer's staff, or an upstream system that sends the payment with that reference (D5).
create sequence portal.payment_order_ids;
create table portal.payment_orders (
  tenant_id int not null references portal.tenants,
  id bigint not null default nextval('portal.payment_order_ids'),
  reference text collate "C" not null check (reference ~ '^PAY-[0-9A-F]{10}$'),
  -- Of the asker: the same wish again is the same order.
  wish text collate "C" not null check (length(wish) between 8 and 64),
  currency char(3) collate "C" not null,
  amount_cents bigint not null check (amount_cents > 0),
  created_by text references portal.profiles on delete set null,
  created_at timestamptz not null default now(),
  cancelled_at timestamptz,
  -- The day that staff saw it come in; null: they have not said so.
  received_on date,
  -- Upstream has sent all of it.
  met boolean not null default false,
  primary key (tenant_id, id),
  unique (tenant_id, reference),
  unique (tenant_id, wish)
);
create index payment_orders_author on portal.payment_orders (created_by);
create index payment_orders_reference on portal.payment_orders (reference);

create table portal.payment_parts (
  tenant_id int not null references portal.tenants,
  order_id bigint not null,
  no int not null,
  invoice_id bigint not null,
  source_id smallint not null,
  invoice_key text collate "C" not null,
  invoice_no text not null,
  amount_cents bigint not null check (amount_cents > 0),
  primary key (tenant_id, order_id, no),
  foreign key (tenant_id, order_id) references portal.payment_orders (tenant_id, id)
);
create index payment_parts_invoice on portal.payment_parts (tenant_id, invoice_id);

-- A payment that was recorded here names an invoice of that source; null: of its own.
alter table portal.payments add column settles_source smallint;
alter table portal.unassigned_payments add column settles_source smallint; -- the same shape; always null

-- The reference of a payment that was announced here, wherever a bank or a clerk has put it; null: there is none.
create function portal.order_reference(reference text, payment_no text) returns text
  language sql immutable parallel safe set search_path = pg_catalog, pg_temp as $$
  select substring(upper(coalesce(reference, '') || ' ' || payment_no) from 'PAY-[0-9A-F]{10}')
$$;
create index payments_by_order on portal.payments (tenant_id, portal.order_reference(reference, payment_no))
  where portal.order_reference(reference, payment_no) is not null;

update portal.roles set permissions = permissions || '{payments.write}' where key in ('tenant_admin', 'finance_manager');
