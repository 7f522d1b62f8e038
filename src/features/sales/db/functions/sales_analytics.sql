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
      from portal.sales_customers c where c.tenant_id = any (of_tenants) and c.dataset = 1);
end $$;

-- What a search of sales history found, per month of every year.
create or replace function portal.found_sales_months(sellers int[], of_currency bpchar, of_items int[], of_customers int[])
  returns table (year smallint, month smallint, lines bigint, quantity bigint, amount_cents bigint)
  language plpgsql stable set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan
  set enable_seqscan = off set enable_bitmapscan = off set jit = off as $$
begin
  return query
  select l.year, l.month, count(*), portal.total(l.quantity), portal.total(l.amount_cents)
    from portal.found_sales_lines(sellers, 1, of_currency, 1, 9999, null, of_items, of_customers, '{}') l group by 1, 2;
end $$;

-- The same of these months, per item and customer: of whole years from the sums of the pairs.
create or replace function portal.found_sales_of_pairs(sellers int[], of_currency bpchar, first_year int, last_year int, of_months int[],
  of_items int[], of_customers int[])
  returns table (tenant_id int, item_id int, customer_id int, quantity bigint, amount_cents bigint)
  language plpgsql stable set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan
  set enable_seqscan = off set enable_bitmapscan = off set jit = off as $$
begin
  if of_months is null then
    return query
    select p.tenant_id, p.item_id, p.customer_id, portal.total(p.quantity), portal.total(p.amount_cents)
      from portal.found_sales_pairs(sellers, 1, of_currency, of_items, of_customers) p
     where p.year between first_year and last_year group by 1, 2, 3;
  else
    return query
    select l.tenant_id, l.item_id, l.customer_id, portal.total(l.quantity), portal.total(l.amount_cents)
      from portal.found_sales_lines(sellers, 1, of_currency, first_year, last_year, of_months, of_items, of_customers, '{}') l group by 1, 2, 3;
  end if;
end $$;

-- Distinct orders with a line that a search found: of each quarter, and under quarter 0 of all these months.
create or replace function portal.found_quarter_orders(sellers int[], of_currency bpchar, first_year int, last_year int,
  of_months int[], of_items int[], of_customers int[]) returns table (quarter int, orders bigint)
  language plpgsql stable set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan
  set enable_seqscan = off set enable_bitmapscan = off set jit = off as $$
begin
  return query
  select coalesce(d.q, 0), count(distinct d.order_no) from (
    select (l.month + 2) / 3 q, l.order_no
      from portal.found_sales_lines(sellers, 1, of_currency, first_year, last_year, of_months, of_items, of_customers, '{}') l
     where l.order_no <> '' group by 1, 2) d
   group by grouping sets ((), (d.q));
end $$;

-- The Sales Analytics screen as JSON (D2), of_tenants as in find_sales.sql. Search acts on everything, year and
-- quarter on totals, quarters and top lists; the months of the trend are all that there are, for the server's arithmetic.
-- Growth: the chosen year, else the current one, against the year before, over the same months that are over (D1).
create or replace function portal.sales_analytics(of_tenants int[], home_currency bpchar, today date,
  search text default null, of_year int default null, of_quarter int default null, of_currency bpchar default null) returns json
  language plpgsql stable set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan set enable_sort = off
  set enable_nestloop = off set jit = off as $$
declare
  of_months int[] := case when of_quarter is null then '{1,2,3,4,5,6,7,8,9,10,11,12}'
    else array[3 * of_quarter - 2, 3 * of_quarter - 1, 3 * of_quarter] end;
  found_months int[] := case when of_quarter is not null then of_months end;
  -- Sums of items and customers have no quarters: their three months, or the whole year.
  of_periods int[] := case when of_quarter is null then '{17}' else of_months end;
  first_year int := coalesce(of_year, 1);
  last_year int := coalesce(of_year, 9999);
  until_month int := extract(year from today) * 12 + extract(month from today);
  currencies bpchar[] := portal.sales_currencies(of_tenants, 1, home_currency, of_currency);
  shown char(3) := coalesce(of_currency, currencies[1]);
  one_customer boolean := portal.is_one_customer(of_tenants);
  searching boolean := false;
  found_items int[];
  found_customers int[];
  named int[] := of_tenants; -- whose names the rows have: of a search, of each client
  reported record := portal.reporting_period(today);
  this_year int := reported.current_year;
  through_month int := reported.through_month;
  grown_year int;
  grown_through int;
begin
  if search is not null then
    select n.items, n.customers into found_items, found_customers from portal.find_sales_names(of_tenants, 1, search) n;
    searching := found_items is not null;
    if searching then named := portal.selling_tenants(of_tenants, 1); end if;
  end if;
  grown_year := coalesce(of_year, this_year);
  grown_through := case when grown_year < this_year then 12 when grown_year = this_year then through_month else 0 end;

  return (
    with total as materialized (
      select t.period, t.year, sum(t.lines) lines, portal.total(t.quantity) quantity, portal.total(t.amount_cents) amount_cents, sum(t.orders) orders
        from portal.sales_sums t
       where t.tenant_id = any (of_tenants) and t.dataset = 1 and t.dimension = 0 and t.currency = shown group by 1, 2
    ), monthly as materialized (
      select m.year, m.month, m.month = any (of_months) and (of_year is null or m.year = of_year) chosen, m.lines, m.quantity, m.amount_cents
        from (select t.year, t.period as month, t.lines, t.quantity, t.amount_cents from total t
               where not searching and t.year > 0 and t.period <= 12
              union all
              select f.* from portal.found_sales_months(named, shown, found_items, found_customers) f where searching) m
    ), counted as materialized ( -- distinct orders: of each quarter; quarter 5 has all of the filter's
      select t.period - 12 as quarter, t.orders from total t where not searching and t.year = coalesce(of_year, 0) and t.period > 12
      union all
      select case d.quarter when 0 then 5 else d.quarter end, - d.orders
        from portal.doubled_sales_orders(of_tenants, 1, shown, of_year, null) d where not searching
      union all
      select case f.quarter when 0 then 5 else f.quarter end, f.orders
        from portal.found_quarter_orders(named, shown, first_year, last_year, found_months, found_items, found_customers) f
       where searching
    ), orders as materialized (
      select c.quarter, sum(c.orders) orders from counted c where of_quarter is null or c.quarter = of_quarter group by 1
    ), found as materialized (
      select f.* from portal.found_sales_of_pairs(named, shown, first_year, last_year, found_months, found_items, found_customers) f where searching
    ), sold as materialized (
      select s.tenant_id, s.dimension, s.key_id, portal.total(s.quantity) quantity, portal.total(s.amount_cents) amount_cents
        from portal.sales_sums s
       where not searching and s.tenant_id = any (of_tenants) and s.dataset = 1 and s.dimension in (1, 2) and s.currency = shown
         and s.period = any (of_periods) and s.year between first_year and last_year
       group by s.key_id, s.dimension, s.tenant_id
      union all
      select f.tenant_id, 1, f.item_id, portal.total(f.quantity), portal.total(f.amount_cents) from found f group by f.item_id, f.tenant_id
      union all
      select f.tenant_id, 2, f.customer_id, portal.total(f.quantity), portal.total(f.amount_cents) from found f group by f.customer_id, f.tenant_id
    ), product as materialized (
      select d.product, portal.total(s.quantity) quantity, portal.total(s.amount_cents) amount_cents
        from sold s join portal.sales_items d on s.dimension = 1 and d.tenant_id = s.tenant_id and d.dataset = 1 and d.item_id = s.key_id
         and d.tenant_id = any (named)
       group by 1
    ), buyer as materialized (
      select d.client_code, d.customer, s.quantity, s.amount_cents
        from sold s join portal.sales_customers d on s.dimension = 2 and d.tenant_id = s.tenant_id and d.dataset = 1 and d.customer_id = s.key_id
         and d.tenant_id = any (named)
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
          select distinct t.year y from total t where t.year > 0) y),
      'dataVersion', (select coalesce(sum(v.version), 0) from portal.data_versions v where v.topic = 'sales' and v.tenant_id = any (of_tenants)),
      'asOf', (select to_char(f.last_batch_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from portal.feeds f where f.kind = 'sales-history')
    ));
end $$;

grant execute on function portal.found_sales_months(int[], bpchar, int[], int[]),
  portal.found_sales_of_pairs(int[], bpchar, int, int, int[], int[], int[]), portal.found_quarter_orders(int[], bpchar, int, int, int[], int[], int[]),
  portal.against(numeric, numeric, numeric, numeric), portal.is_one_customer(int[]), portal.customer_counted(text, text),
  portal.sales_analytics(int[], bpchar, date, text, int, int, bpchar) to portal_member, portal_staff, portal_admin;
