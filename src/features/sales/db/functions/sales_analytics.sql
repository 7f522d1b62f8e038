-- One figure against the one before, as JSON (D1).
create or replace function portal.against(before_quantity numeric, quantity numeric, before_cents numeric, cents numeric) returns json
  language sql immutable parallel safe as $$
  select json_build_object(
    'quantity', json_build_object('previous', portal.units(before_quantity), 'current', portal.units(quantity),
      'growth', portal.growth(before_quantity, quantity), 'trend', portal.trend(before_quantity, quantity)),
    'revenue', json_build_object('previous', portal.money_text(before_cents), 'current', portal.money_text(cents),
      'growth', portal.growth(before_cents, cents), 'trend', portal.trend(before_cents, cents)))
$$;

-- By what customers are told apart when they are counted: a client code is one, under however many names it bought, and a line
-- without a code is its name's; Unknown Client is nobody (D2). Lists are by name.
create or replace function portal.customer_counted(client_code text, customer text) returns text
  language sql immutable parallel safe as $$
  select case when customer = 'Unknown Client' then null when client_code <> '' then client_code else E'\n' || customer end
$$;

-- One client code sells to one customer: itself. Its list of customers would say nothing (D2).
create or replace function portal.is_one_customer(of_tenants int[]) returns boolean
  language plpgsql stable set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan as $$
begin
  return cardinality(of_tenants) = 1 and of_tenants <> '{0}' and (
    select case count(distinct c.client_code) filter (where c.client_code <> '')
             when 0 then count(distinct c.customer) <= 1 else count(distinct c.client_code) filter (where c.client_code <> '') = 1 end
      from portal.sales_customers c where c.tenant_id = any (of_tenants));
end $$;

-- The Sales Analytics screen as JSON (D2), of_tenants as in portal.sales_history_screen. Search acts on everything, year and
-- quarter on totals, quarters and top lists; the months of the trend are all that there are, for the server's arithmetic.
-- Growth: the chosen year, else the current one, against the year before, over the same months that are over (D1).
create or replace function portal.sales_analytics(of_tenants int[], home_currency bpchar, today date,
  search text default null, of_year int default null, of_quarter int default null, of_currency bpchar default null) returns json
  language plpgsql stable set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan set enable_sort = off
  set enable_nestloop = off set jit = off as $$
declare
  of_months smallint[] := case when of_quarter is null then '{1,2,3,4,5,6,7,8,9,10,11,12}'
    else array[3 * of_quarter - 2, 3 * of_quarter - 1, 3 * of_quarter] end;
  -- Sums of items and customers have no quarters: their three months, or the whole year.
  of_periods smallint[] := case when of_quarter is null then '{17}' else of_months end;
  first_year int := coalesce(of_year, 1);
  last_year int := coalesce(of_year, 9999);
  until_month int := extract(year from today) * 12 + extract(month from today);
  currencies bpchar[] := portal.sales_currencies(of_tenants, home_currency, of_currency);
  shown char(3) := coalesce(of_currency, currencies[1]);
  one_customer boolean := portal.is_one_customer(of_tenants);
  searching boolean;
  found_items int[];
  found_customers int[];
  reported record := portal.reporting_period(today);
  this_year int := reported.current_year;
  through_month int := reported.through_month;
  grown_year int;
  grown_through int;
begin
  if search is not null then
    select n.items, n.customers into found_items, found_customers from portal.find_sales_names(of_tenants, search) n;
  end if;
  searching := found_items is not null;
  grown_year := coalesce(of_year, this_year);
  grown_through := case when grown_year < this_year then 12 when grown_year = this_year then through_month else 0 end;

  return (
    with other as materialized (
      select o.* from portal.found_customer_sales(of_tenants, shown, null, found_items, found_customers) o where searching
    ), monthly as materialized (
      select m.year, m.month, m.month = any (of_months) and (of_year is null or m.year = of_year) chosen,
             sum(m.lines) lines, portal.total(m.quantity) quantity, portal.total(m.amount_cents) amount_cents
        from (select t.year, t.month, t.lines, t.quantity, t.amount_cents
                from portal.sales_totals t where not searching and t.tenant_id = any (of_tenants) and t.currency = shown
              union all
              select r.year, r.period, r.lines, r.quantity, r.amount_cents
                from portal.sales_item_totals r
               where searching and r.tenant_id = any (of_tenants) and r.currency = shown and r.period <= 12
                 and r.item_id + 0 = any (found_items)
              union all
              select o.year, o.month, o.lines, o.quantity, o.amount_cents from other o) m
       group by 1, 2
    ), counted as materialized ( -- distinct invoices: of each quarter; quarter 5 has all of the filter's
      select coalesce((t.month + 2) / 3, 5) as quarter, sum(t.orders) orders
        from portal.sales_totals t
       where not searching and t.tenant_id = any (of_tenants) and t.currency = shown and (of_year is null or t.year = of_year)
       group by grouping sets ((), ((t.month + 2) / 3))
      union all
      select r.period - 12, - sum(r.orders)
        from portal.sales_repeated_orders r
       where not searching and r.tenant_id = any (of_tenants) and r.currency = shown and r.period > 12 and r.year = coalesce(of_year, 0) group by 1
      union all
      select case d.quarter when 0 then 5 else d.quarter end, - d.orders
        from portal.doubled_quarter_orders(of_tenants, shown, of_year) d where not searching
      union all
      select case f.quarter when 0 then 5 else f.quarter end, f.orders
        from portal.found_quarter_orders(of_tenants, shown, first_year, last_year, of_months, found_items, found_customers) f
       where searching
    ), orders as materialized (
      select c.quarter, sum(c.orders) orders from counted c where of_quarter is null or c.quarter = of_quarter group by 1
    ), product as materialized (
      select d.product, portal.total(i.quantity) quantity, portal.total(i.amount_cents) amount_cents
        from (select r.tenant_id, r.item_id, portal.total(r.quantity) quantity, portal.total(r.amount_cents) amount_cents
                from (select r.tenant_id, r.item_id, r.quantity, r.amount_cents
                        from portal.sales_item_totals r
                       where r.tenant_id = any (of_tenants) and r.currency = shown and r.period = any (of_periods)
                         and r.year between first_year and last_year and (not searching or r.item_id + 0 = any (found_items))
                      union all
                      select o.tenant_id, o.item_id, o.quantity, o.amount_cents from other o
                       where o.month = any (of_months) and o.year between first_year and last_year) r
               group by r.item_id, r.tenant_id) i
        join portal.sales_items d on d.tenant_id = i.tenant_id and d.item_id = i.item_id and d.tenant_id = any (of_tenants)
       group by 1
    ), buyer as materialized (
      select d.client_code, d.customer, i.quantity, i.amount_cents
        from (select r.tenant_id, r.customer_id, portal.total(r.quantity) quantity, portal.total(r.amount_cents) amount_cents
                from (select r.tenant_id, r.customer_id, r.quantity, r.amount_cents
                        from portal.sales_customer_totals r
                       where r.tenant_id = any (of_tenants) and r.currency = shown and r.period = any (of_periods)
                         and r.year between first_year and last_year and (not searching or r.customer_id + 0 = any (found_customers))
                      union all
                      select f.tenant_id, f.customer_id, f.quantity, f.amount_cents
                        from portal.found_item_customers(of_tenants, shown, first_year, last_year, of_months, found_items, found_customers) f
                       where searching) r
               group by r.customer_id, r.tenant_id) i
        join portal.sales_customers d on d.tenant_id = i.tenant_id and d.customer_id = i.customer_id and d.tenant_id = any (of_tenants)
    ), customer as materialized (
      select b.customer, portal.total(b.quantity) quantity, portal.total(b.amount_cents) amount_cents from buyer b group by 1
    ), chosen as (
      select coalesce(sum(m.lines), 0) lines, coalesce(sum(m.quantity), 0) quantity, coalesce(sum(m.amount_cents), 0) amount_cents,
             coalesce((select o.orders from orders o where o.quarter = coalesce(of_quarter, 5)), 0) orders,
             (select case when one_customer then least(count(c.counted), 1) else count(c.counted) end
                from (select distinct portal.customer_counted(b.client_code, b.customer) counted from buyer b) c) customers,
             (select count(*) from product) products
        from monthly m where m.chosen
    ), grown as materialized ( -- the months that are compared, of both years
      select (m.month + 2) / 3 quarter, m.year = grown_year now, m.quantity, m.amount_cents
        from monthly m
       where m.year in (grown_year, grown_year - 1) and m.month = any (of_months) and m.month <= grown_through
    ), growth as (
      select g.quarter, portal.against(
               coalesce(portal.total(b.quantity) filter (where not b.now), 0), coalesce(portal.total(b.quantity) filter (where b.now), 0),
               coalesce(portal.total(b.amount_cents) filter (where not b.now), 0), coalesce(portal.total(b.amount_cents) filter (where b.now), 0)) against
        from generate_series(0, 4) g (quarter) left join grown b on g.quarter in (0, b.quarter) group by 1
    )
    select json_build_object(
      'currency', shown,
      'otherCurrencies', (select coalesce(json_agg(c order by c), '[]') from unnest(currencies) c where c <> shown),
      'totals', (select json_build_object('quantity', portal.units(c.quantity), 'revenue', portal.money_text(c.amount_cents),
          'lines', c.lines, 'customers', c.customers, 'products', c.products, 'orders', c.orders,
          'averagePerLine', portal.money_text(coalesce(c.amount_cents / nullif(c.lines, 0), 0)),
          'averagePerOrder', portal.money_text(coalesce(c.amount_cents / nullif(c.orders, 0), 0)),
          'ordersPerCustomer', round(coalesce(c.orders::numeric / nullif(c.customers, 0), 0), 2),
          'quantityGrowth', g.against -> 'quantity' -> 'growth', 'revenueGrowth', g.against -> 'revenue' -> 'growth')
          from chosen c, growth g where g.quarter = 0),
      'comparison', (select json_build_object('years', json_build_array(grown_year - 1, grown_year),
          'months', (select coalesce(json_agg(m), '[]') from unnest(of_months) m where m <= grown_through),
          'quantity', g.against -> 'quantity', 'revenue', g.against -> 'revenue') from growth g where g.quarter = 0),
      'quarters', (select json_agg(json_build_object('quarter', g.quarter, 'quantity', portal.units(coalesce(q.quantity, 0)),
          'amount', portal.money_text(coalesce(q.amount_cents, 0)), 'lines', coalesce(q.lines, 0), 'orders', coalesce(o.orders, 0),
          'comparison', case when 3 * g.quarter - 2 = any (of_months) and 3 * g.quarter - 2 <= grown_through then g.against end) order by g.quarter)
          from growth g left join orders o on o.quarter = g.quarter
          left join (select (m.month + 2) / 3 quarter, sum(m.lines) lines, portal.total(m.quantity) quantity, portal.total(m.amount_cents) amount_cents
                       from monthly m where m.chosen group by 1) q on q.quarter = g.quarter
         where g.quarter > 0),
      'topProducts', (select coalesce(json_agg(json_build_object('key', p.product, 'product', p.product,
          'quantity', portal.units(p.quantity), 'amount', portal.money_text(p.amount_cents)) order by p.amount_cents desc, p.product), '[]')
          from (select * from product p order by p.amount_cents desc, p.product limit 10) p),
      'topCustomers', (select coalesce(json_agg(json_build_object('key', c.customer, 'customer', c.customer,
          'quantity', portal.units(c.quantity), 'amount', portal.money_text(c.amount_cents)) order by c.amount_cents desc, c.customer), '[]')
          from (select * from customer c where not one_customer order by c.amount_cents desc, c.customer limit 10) c),
      'topMonths', case when one_customer then (select coalesce(json_agg(json_build_object('year', m.year, 'month', m.month,
          'quantity', portal.units(m.quantity), 'amount', portal.money_text(m.amount_cents)) order by m.amount_cents desc, m.year, m.month), '[]')
          from (select * from monthly m where m.chosen order by m.amount_cents desc, m.year, m.month limit 10) m) end,
      'months', (select coalesce(json_agg(json_build_object('year', m.year, 'month', m.month, 'quantity', portal.units(m.quantity),
          'amount', portal.money_text(m.amount_cents)) order by m.year, m.month), '[]') from monthly m),
      'calendar', json_build_object('currentYear', this_year, 'throughMonth', through_month),
      'laterLines', (select coalesce(sum(m.lines), 0) from monthly m where m.chosen and m.year * 12 + m.month > until_month),
      'yearsAvailable', (select coalesce(json_agg(y order by y desc), '[]') from (
          select distinct t.year y from portal.sales_totals t where t.tenant_id = any (of_tenants) and t.currency = shown) y),
      'dataVersion', (select coalesce(sum(v.version), 0) from portal.data_versions v where v.topic = 'sales' and v.tenant_id = any (of_tenants)),
      'asOf', (select to_char(f.last_batch_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from portal.feeds f where f.kind = 'sales-history')
    ));
end $$;

grant execute on function portal.against(numeric, numeric, numeric, numeric), portal.is_one_customer(int[]), portal.customer_counted(text, text),
  portal.sales_analytics(int[], bpchar, date, text, int, int, bpchar) to portal_member, portal_staff, portal_admin;
