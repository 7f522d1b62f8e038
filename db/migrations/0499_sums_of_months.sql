-- Totals are kept of each month alone: two rows change with a line, where quarters, years and all years made it twelve. Lines,
-- quantities and money of several months are theirs added up. So are distinct invoices, but for those with lines in several of
-- them: how often these are counted too often is kept beside, for every period that is asked for.
create table portal.sales_repeated_orders (
  tenant_id int not null,
  period smallint not null, -- 1-12 that month of all years, 13-16 quarter, 17 all months
  year smallint not null, -- 0: all years
  currency char(3) collate "C" not null,
  orders int not null,
  primary key (tenant_id, period, year, currency)
);
create table portal.current_sales_repeated_orders (like portal.sales_repeated_orders including all);

do $$
declare totals text;
begin
  foreach totals in array array['sales_totals', 'current_sales_totals'] loop
    execute format($sql$
      insert into portal.%s
        select t.tenant_id, t.period, t.year, t.currency, m.orders - t.orders
          from portal.%2$I t
          join (select s.tenant_id, s.currency, p as period, y as year, sum(s.orders)::int orders
                  from portal.%2$I s, lateral (values (s.period), (13 + (s.period - 1) / 3), (17)) v (p), lateral (values (s.year), (0)) w (y)
                 where s.period <= 12 and s.year > 0 group by 1, 2, 3, 4) m
            on m.tenant_id = t.tenant_id and m.currency = t.currency and m.period = t.period and m.year = t.year
         where m.orders <> t.orders $sql$, replace(totals, 'totals', 'repeated_orders'), totals);
    execute format('delete from portal.%I where period > 12 or year = 0', totals);
    execute format('alter table portal.%I rename column period to month', totals);
    execute format('alter table portal.%1$I drop constraint %1$s_pkey, add primary key (tenant_id, year, month, currency)', totals);
  end loop;
end $$;

-- They answer in other columns, and to other callers, now.
drop function if exists portal.count_sales_orders(int[]), portal.current_count_sales_orders(int[]), portal.add_one_sale(), portal.current_add_one_sale();

-- One row for each transaction that changed sales lines, until its commit settles them: the line, as long as it only wrote that
-- one. Unlogged: no row outlives its transaction. It takes over from sales_pending, which keeps the years to be built anew.
create unlogged table portal.sales_unsettled (
  xid xid8 primary key,
  tenant_id int, -- 0: unassigned
  currency char(3) collate "C",
  year smallint,
  month smallint,
  item_id int,
  customer_id int,
  invoice_no text collate "C",
  quantity bigint,
  amount_cents bigint
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
create unlogged table portal.current_sales_unsettled (like portal.sales_unsettled including all)
  with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
alter table portal.current_sales_unsettled rename invoice_no to so;
drop trigger if exists settle on portal.sales_pending;
drop trigger if exists settle on portal.current_sales_pending;
