-- Purchase orders: what a client wants to buy, from the draft until upstream has entered it as an order.
create sequence portal.purchase_order_ids;
create table portal.purchase_orders (
  tenant_id int not null references portal.tenants,
  id bigint not null default nextval('portal.purchase_order_ids'),
  number int, -- of the portal, given when it is submitted: without a gap in each tenant
  state text not null default 'draft'
    check (state in ('draft', 'awaiting_approval', 'submitted', 'countered', 'accepted', 'rejected', 'cancelled')),
  version int not null default 1,
  po_no text, -- the client's own
  currency char(3) collate "C" not null,
  requested_date date,
  ship_to text,
  note text,
  total_cents bigint not null default 0, -- of the lines with a price
  unpriced_lines int not null default 0,
  line_count int not null default 0,
  by_staff boolean not null default false, -- entered by the manufacturer's staff for the client
  created_by text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  submitted_at timestamptz,
  decided_at timestamptz,
  -- What one side proposes to the other and awaits an answer to: {kind, note, requestedDate, quantities, at}.
  proposal jsonb,
  -- The order that came of it: a pending one of the portal's, then upstream's; `ambiguous`: staff say which.
  order_id bigint,
  order_state text check (order_state in ('pending', 'linked', 'ambiguous')),
  -- What upstream collects: another number than the one acknowledged.
  feed_version int,
  acknowledged_version int,
  acknowledged_at timestamptz,
  -- By year and month of submission, else of creation: what filters and charts go by.
  dated_at timestamptz not null generated always as (coalesce(submitted_at, created_at)) stored,
  po_key text not null generated always as (lower(btrim(coalesce(po_no, '')))) stored,
  search_text text not null generated always as (
    portal.fold(coalesce(po_no, '') || chr(10) || coalesce(number::text, '') || chr(10) || coalesce(ship_to, '') || chr(10) || coalesce(note, ''))) stored,
  primary key (tenant_id, id),
  unique (tenant_id, number),
  check ((number is null) = (submitted_at is null)),
  check (state = 'draft' or number is not null)
);
create index purchase_orders_newest on portal.purchase_orders (tenant_id, dated_at desc, id desc);
create index purchase_orders_all_newest on portal.purchase_orders (dated_at desc, id desc);
create index purchase_orders_po_no on portal.purchase_orders (tenant_id, po_key);
create index purchase_orders_sums on portal.purchase_orders (tenant_id, currency, state) include (dated_at, total_cents);
create index purchase_orders_to_collect on portal.purchase_orders (tenant_id, id) where feed_version is distinct from acknowledged_version;
create index purchase_orders_search on portal.purchase_orders using gin (search_text extensions.gin_trgm_ops);

create table portal.purchase_order_lines (
  tenant_id int not null,
  purchase_order_id bigint not null,
  line_no int not null,
  product_id bigint not null,
  item_no text not null,
  item_name text not null,
  quantity numeric(18, 3) not null check (quantity > 0),
  unit text,
  unit_price numeric(18, 6), -- null: on confirmation
  amount_cents bigint generated always as (round(quantity * unit_price * 100)::bigint) stored,
  minimum_quantity numeric(18, 3),
  lead_weeks_from smallint,
  lead_weeks_to smallint,
  primary key (tenant_id, purchase_order_id, line_no),
  foreign key (tenant_id, purchase_order_id) references portal.purchase_orders on delete cascade
);

-- The timeline: what was done, never changed.
create sequence portal.purchase_order_event_ids;
create table portal.purchase_order_events (
  tenant_id int not null,
  purchase_order_id bigint not null,
  id bigint not null default nextval('portal.purchase_order_event_ids'),
  act text not null,
  state text not null, -- afterwards
  actor text, -- null: upstream
  by_staff boolean not null default false,
  note text,
  details jsonb not null default '{}',
  at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, purchase_order_id, id),
  foreign key (tenant_id, purchase_order_id) references portal.purchase_orders on delete cascade
);

-- Of each tenant: the last number given, above what a purchase order needs approval, and where goods go to.
create table portal.purchase_settings (
  tenant_id int primary key references portal.tenants,
  last_number int not null default 0,
  approval_limit_cents bigint check (approval_limit_cents >= 0),
  addresses jsonb not null default '[]',
  version int not null default 0
);

update portal.roles set permissions = permissions || '{purchase_orders.read}'
 where key in ('tenant_admin', 'procurement_manager', 'finance_manager', 'customer_service', 'finance', 'account_manager');
update portal.roles set permissions = permissions || '{purchase_orders.write}'
 where key in ('tenant_admin', 'procurement_manager', 'customer_service', 'account_manager');
update portal.roles set permissions = permissions || '{purchase_orders.approve}' where key in ('tenant_admin', 'finance_manager');
update portal.roles set permissions = permissions || '{purchase_orders.manage}' where key in ('customer_service', 'account_manager');
