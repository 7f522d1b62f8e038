-- Sums that the sales screens read instead of lines, exact at every commit.
-- period: 1-12 month, 13-16 quarter, 17 the whole year. It comes before year in the keys, so that one period of all years
-- is one range. tenant_id 0: every tenant and the unassigned lines, for administrators. fillfactor leaves room for
-- updates in place.

-- Invoices may span months and years, so distinct ones cannot be added up: quarters and year 0 (all years) have rows.
create table portal.sales_totals (
  tenant_id int not null,
  currency char(3) collate "C" not null,
  period smallint not null check (period between 1 and 17),
  year smallint not null,
  lines int not null default 0,
  quantity bigint not null default 0,
  amount_cents bigint not null default 0,
  orders int not null default 0, -- distinct invoice numbers
  primary key (tenant_id, currency, period, year)
) with (fillfactor = 50);

-- No quarters here: three months are read as fast, and a fifth of the rows need not be kept.
create table portal.sales_item_totals (
  tenant_id int not null,
  currency char(3) collate "C" not null,
  period smallint not null check (period between 1 and 12 or period = 17),
  year smallint not null,
  item_id int not null,
  lines int not null,
  quantity bigint not null,
  amount_cents bigint not null,
  primary key (tenant_id, currency, period, year, item_id)
) with (fillfactor = 85);

create table portal.sales_customer_totals (
  tenant_id int not null,
  currency char(3) collate "C" not null,
  period smallint not null check (period between 1 and 12 or period = 17),
  year smallint not null,
  customer_id int not null,
  lines int not null,
  quantity bigint not null,
  amount_cents bigint not null,
  primary key (tenant_id, currency, period, year, customer_id)
) with (fillfactor = 85);

-- Invoice numbers that occur in more than one tenant: who adds up several tenants counts them once.
create table portal.sales_shared_invoices (
  tenant_id int not null,
  currency char(3) collate "C" not null,
  invoice_no text collate "C" not null,
  primary key (tenant_id, currency, invoice_no)
);
create index sales_shared_invoices_no on portal.sales_shared_invoices (invoice_no);

-- What the running transaction changed, until its commit adds it to the sums. Unlogged: no row outlives its transaction.
create unlogged table portal.sales_changes (
  tenant_id int not null, -- 0: unassigned
  xid xid8 not null,
  currency char(3) collate "C" not null,
  year smallint not null,
  month smallint not null,
  item_id int not null,
  customer_id int not null,
  invoice_no text collate "C" not null,
  lines smallint not null, -- 1 added, -1 taken away
  quantity bigint not null,
  amount_cents bigint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);
create index sales_changes_transaction on portal.sales_changes (xid);

-- What the commit has to do: add the changes (year 0), or build a year of a tenant anew.
create unlogged table portal.sales_pending (
  tenant_id int not null,
  xid xid8 not null,
  year smallint not null,
  primary key (tenant_id, xid, year)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
create index sales_pending_transaction on portal.sales_pending (xid);
