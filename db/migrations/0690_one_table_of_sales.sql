-- Both datasets, and the lines that nobody has claimed (tenant -1), lie in one table under one set of sums, instead of four tables
-- under two sets. The largest table stays where it is; the others join it. Sums are counted from the lines.
drop view if exists legacy."GH Sales History", legacy."GH Current Sales", portal.all_sales_history, portal.all_current_sales;
drop trigger if exists note_insert on portal.sales_history;
drop trigger if exists note_update on portal.sales_history;
drop trigger if exists note_delete on portal.sales_history;
drop trigger if exists note_truncate on portal.sales_history;

alter sequence portal.sales_history_ids rename to sales_line_ids;
alter table portal.sales_history rename to sales_lines;
alter table portal.sales_lines rename column invoice_no to order_no;
alter table portal.sales_lines rename constraint sales_history_invoice_no_check to sales_lines_order_no_check;
alter table portal.sales_lines rename constraint sales_history_month_check to sales_lines_month_check;
alter table portal.sales_lines rename constraint sales_history_year_check to sales_lines_year_check;
alter table portal.sales_lines
  add column dataset smallint not null default 1,
  add column unit text,
  add column lot text,
  add constraint sales_lines_dataset_check check (dataset in (1, 2)),
  add constraint sales_lines_tenant_id_check check (tenant_id > 0 or tenant_id = -1),
  drop constraint sales_history_pkey;
alter table portal.sales_lines alter column dataset drop default;
comment on column portal.sales_lines.tenant_id is '-1: nobody has claimed it';
comment on column portal.sales_lines.dataset is '1: sales history, 2: current sales';
comment on column portal.sales_lines.quantity is 'thousandths';
drop index portal.sales_history_customer, portal.sales_history_invoice, portal.sales_history_month, portal.sales_history_period;

-- As the owner, whom no policy lets see a row.
alter table portal.sales_lines no force row level security;
alter table portal.current_sales no force row level security;
alter table portal.unassigned_sales_history no force row level security;
alter table portal.unassigned_current_sales no force row level security;
insert into portal.sales_lines (tenant_id, dataset, id, source_id, year, month, currency, item_id, customer_id, quantity, amount_cents,
    order_no, unit, unit_price, lot, source_key, quantity_text, amount_text, upstream_updated_at, currency_given)
  select tenant_id, 2, id, source_id, year, month, currency, item_id, customer_id, quantity, amount_cents, so, unit, unit_price, lot,
         source_key, quantity_text, amount_text, upstream_updated_at, currency_given from portal.current_sales
  union all
  select -1, 2, id, source_id, year, month, currency, item_id, customer_id, quantity, amount_cents, so, unit, unit_price, lot,
         source_key, quantity_text, amount_text, upstream_updated_at, currency_given from portal.unassigned_current_sales;
insert into portal.sales_lines (tenant_id, dataset, id, source_id, year, month, currency, item_id, customer_id, quantity, amount_cents,
    order_no, invoice_date, unit_price, tax_code, amt_2_cents, source_key, quantity_text, amount_text, upstream_updated_at, currency_given)
  select -1, 1, id, source_id, year, month, currency, item_id, customer_id, quantity, amount_cents, invoice_no, invoice_date, unit_price,
         tax_code, amt_2_cents, source_key, quantity_text, amount_text, upstream_updated_at, currency_given from portal.unassigned_sales_history;
select setval('portal.sales_line_ids', greatest(
  nextval('portal.sales_line_ids'), nextval('portal.current_sales_ids')));
drop table portal.current_sales, portal.unassigned_current_sales, portal.unassigned_sales_history;
drop sequence portal.current_sales_ids;
create index sales_lines_month on portal.sales_lines (tenant_id, dataset, year, month, item_id)
  include (customer_id, currency, quantity, amount_cents, order_no);
create index sales_lines_order on portal.sales_lines (order_no, tenant_id);
create index sales_lines_customer on portal.sales_lines (customer_id, tenant_id);
create index sales_lines_period on portal.sales_lines using brin (year, month) with (pages_per_range = 32);
-- Last: of indexes that promise the same the planner takes the newest, and of a tenant of which it knows no lines all promise one.
alter table portal.sales_lines add primary key (tenant_id, dataset, id);
update portal.current_sales_orders set tenant_id = -1 where tenant_id = 0;

drop table portal.sales_totals, portal.sales_item_totals, portal.sales_customer_totals, portal.sales_repeated_orders,
  portal.sales_shared_invoices, portal.sales_changes, portal.sales_pending, portal.sales_unsettled,
  portal.current_sales_totals, portal.current_sales_item_totals, portal.current_sales_customer_totals, portal.current_sales_repeated_orders,
  portal.current_sales_shared_orders, portal.current_sales_changes, portal.current_sales_pending, portal.current_sales_unsettled;

create table portal.sales_sums (
  tenant_id int not null,
  dataset smallint not null,
  dimension smallint not null,
  period smallint not null,
  year smallint not null,
  key_id int not null,
  currency char(3) collate "C" not null,
  lines int not null,
  orders int not null,
  quantity bigint not null,
  amount_cents bigint not null,
  primary key (tenant_id, dataset, dimension, period, year, key_id, currency)
) with (fillfactor = 85);
comment on column portal.sales_sums.tenant_id is '-1: nobody has claimed the lines; 0: all lines together';
comment on column portal.sales_sums.dataset is '1: sales history, 2: current sales';
comment on column portal.sales_sums.dimension is '0: all lines, 1: by item, 2: by customer';
comment on column portal.sales_sums.period is '1 to 12: a month, 13 to 16: a quarter (dimension 0 alone), 17: all months';
comment on column portal.sales_sums.year is '0: all years (dimension 0 alone)';
comment on column portal.sales_sums.key_id is 'the item or the customer; 0 in dimension 0';
comment on column portal.sales_sums.orders is 'distinct order numbers (dimension 0 alone)';
comment on column portal.sales_sums.quantity is 'thousandths';

create table portal.sales_pairs (
  tenant_id int not null,
  dataset smallint not null,
  year smallint not null,
  item_id int not null,
  customer_id int not null,
  currency char(3) collate "C" not null,
  lines int not null,
  quantity bigint not null,
  amount_cents bigint not null,
  primary key (tenant_id, dataset, year, item_id, customer_id, currency)
) with (fillfactor = 85);
comment on table portal.sales_pairs is 'Sums of what a customer bought of an item in a year, for searches; without lines they may stay';

create table portal.sales_order_months (
  order_no text collate "C" not null,
  dataset smallint not null,
  currency char(3) collate "C" not null,
  tenant_id int not null,
  year smallint not null,
  month smallint not null,
  lines int not null,
  primary key (order_no, dataset, currency, tenant_id, year, month)
);
comment on table portal.sales_order_months is 'How many lines an order has where; it counts in a period as long as it has some there';

create table portal.sales_shared_orders (
  tenant_id int not null,
  dataset smallint not null,
  currency char(3) collate "C" not null,
  order_no text collate "C" not null,
  primary key (tenant_id, dataset, currency, order_no)
);
comment on table portal.sales_shared_orders is 'Orders that several tenants have lines of, or had';

-- What the running transaction changed, until its commit; no row outlives it.
create unlogged table portal.sales_changes (
  xid xid8 not null,
  tenant_id int not null,
  dataset smallint not null,
  currency char(3) collate "C" not null,
  year smallint not null,
  month smallint not null,
  item_id int not null,
  customer_id int not null,
  order_no text collate "C" not null,
  lines int not null,
  quantity bigint not null,
  amount_cents bigint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);
create index sales_changes_transaction on portal.sales_changes (xid);
create unlogged table portal.sales_unsettled (
  xid xid8 primary key,
  anew smallint[] not null
);
comment on column portal.sales_unsettled.anew is 'datasets whose sums the commit builds anew';

alter table portal.sales_items add column dataset smallint not null default 1, drop constraint sales_items_pkey;
alter table portal.sales_items alter column dataset drop default, add primary key (tenant_id, dataset, item_id);
alter table portal.sales_customers add column dataset smallint not null default 1, drop constraint sales_customers_pkey;
alter table portal.sales_customers alter column dataset drop default, add primary key (tenant_id, dataset, customer_id);
alter table portal.sales_items no force row level security;
alter table portal.sales_customers no force row level security;
alter table portal.current_sales_items no force row level security;
alter table portal.current_sales_customers no force row level security;
insert into portal.sales_items (tenant_id, dataset, item_id, item_no, item_name, product)
  select tenant_id, 2, item_id, item_no, item_name, product from portal.current_sales_items;
insert into portal.sales_customers (tenant_id, dataset, customer_id, client_code, customer_name, customer)
  select tenant_id, 2, customer_id, client_code, customer_name, customer from portal.current_sales_customers;
drop table portal.current_sales_items, portal.current_sales_customers;
-- Names of what nobody has claimed stand under everybody's already.
insert into portal.sales_items (tenant_id, dataset, item_id, item_no, item_name, product)
  select -1, i.dataset, i.item_id, i.item_no, i.item_name, i.product from portal.sales_items i
   where i.tenant_id = 0 and exists (select from portal.sales_lines l where l.tenant_id = -1 and l.dataset = i.dataset and l.item_id = i.item_id);
insert into portal.sales_customers (tenant_id, dataset, customer_id, client_code, customer_name, customer)
  select -1, c.dataset, c.customer_id, c.client_code, c.customer_name, c.customer from portal.sales_customers c
   where c.tenant_id = 0 and exists (select from portal.sales_lines l where l.tenant_id = -1 and l.dataset = c.dataset and l.customer_id = c.customer_id);

insert into portal.sales_pairs
  select tenant_id, dataset, year, item_id, customer_id, currency, count(*), sum(quantity), sum(amount_cents)
    from portal.sales_lines group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6;
insert into portal.sales_order_months
  select order_no, dataset, currency, tenant_id, year, month, count(*)
    from portal.sales_lines where order_no <> '' group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6;
insert into portal.sales_shared_orders
  select distinct m.tenant_id, m.dataset, m.currency, m.order_no
    from (select m.*, min(m.tenant_id) over o < max(m.tenant_id) over o as shared
            from portal.sales_order_months m window o as (partition by m.order_no, m.dataset, m.currency)) m
   where m.shared order by 1, 2, 3, 4;
insert into portal.sales_sums
  select own * l.tenant_id, l.dataset, k.dimension, p.period, l.year, k.key_id, l.currency, sum(l.lines), 0, sum(l.quantity), sum(l.amount_cents)
    from (select tenant_id, dataset, year, month, item_id, customer_id, currency, count(*) as lines, sum(quantity) as quantity, sum(amount_cents) as amount_cents
            from portal.sales_lines group by 1, 2, 3, 4, 5, 6, 7) l,
         (values (1), (0)) s (own), lateral (values (1, l.item_id), (2, l.customer_id)) k (dimension, key_id),
         lateral (values (l.month), (17)) p (period)
   group by 1, 2, 3, 4, 5, 6, 7
  union all
  select x.tenant_id, x.dataset, 0, x.period, x.year, 0, x.currency, sum(x.lines), sum(x.orders), sum(x.quantity), sum(x.amount_cents)
    from (select own * l.tenant_id as tenant_id, l.dataset, p.period, y.year, l.currency, l.lines, 0 as orders, l.quantity, l.amount_cents
            from (select tenant_id, dataset, year, month, currency, count(*) as lines, sum(quantity) as quantity, sum(amount_cents) as amount_cents
                    from portal.sales_lines group by 1, 2, 3, 4, 5) l,
                 (values (1), (0)) s (own), lateral (values (l.month), (13 + (l.month - 1) / 3), (17)) p (period),
                 lateral (values (l.year), (0)) y (year)
          union all
          select own * m.tenant_id, m.dataset, p.period, y.year, m.currency, 0, count(distinct m.order_no), 0, 0
            from portal.sales_order_months m,
                 (values (1), (0)) s (own), lateral (values (m.month), (13 + (m.month - 1) / 3), (17)) p (period),
                 lateral (values (m.year), (0)) y (year)
           group by 1, 2, 3, 4, 5) x
   group by 1, 2, 4, 5, 7
   order by 1, 2, 3, 4, 5, 6, 7;
