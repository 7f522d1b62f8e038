-- Sums of current sales that a search found, per item and month of every year: of items, of customers and of order numbers.
create or replace function portal.found_current_sales(sellers int[], of_currency bpchar, of_month int,
  of_items int[], of_customers int[], of_orders text[])
  returns table (tenant_id int, item_id int, year smallint, month smallint, lines int, quantity bigint, amount_cents bigint)
  language plpgsql stable set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan
  set enable_seqscan = off set enable_bitmapscan = off set jit = off as $$
begin
  return query
  select l.tenant_id, l.item_id, l.year, l.month, count(*)::int, portal.total(l.quantity), portal.total(l.amount_cents)
    from portal.found_sales_lines(sellers, 2, of_currency, 1, 9999, case when of_month is not null then array[of_month] end, of_items, of_customers, of_orders) l
   group by 1, 2, 3, 4;
end $$;

-- Distinct order numbers of current sales with a line that a search found.
create or replace function portal.count_found_orders(sellers int[], of_currency bpchar, of_year int, of_month int,
  of_items int[], of_customers int[], of_orders text[]) returns bigint
  language plpgsql stable set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan
  set enable_seqscan = off set enable_bitmapscan = off set jit = off as $$
begin
  return (
    with found as materialized (
      select l.order_no
        from portal.found_sales_lines(sellers, 2, of_currency, coalesce(of_year, 1), coalesce(of_year, 9999), case when of_month is not null then array[of_month] end,
          of_items, of_customers, of_orders) l group by 1
    )
    select count(*) from found f where f.order_no <> '');
end $$;

-- The whole Current Sales screen in one call, from the sums alone (D2). of_tenants as in find_sales.sql. Year and
-- month act on totals, months and top products; year-to-date and comparison keep their years (D1) and take the month; search
-- acts on everything.
create or replace function portal.current_sales_screen(of_tenants int[], home_currency bpchar, today date,
  search text default null, of_year int default null, of_month int default null, of_currency bpchar default null) returns json
  language plpgsql stable set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan set enable_sort = off
  set enable_nestloop = off set jit = off as $$
declare
  of_period smallint := coalesce(of_month, 17);
  day_year int := extract(year from today);
  day_month int := extract(month from today);
  reported record := portal.reporting_period(today);
  this_year int := reported.current_year;
  through_month int := reported.through_month;
  first_month int := coalesce(of_month, 1);
  last_month int;
  currencies bpchar[] := portal.sales_currencies(of_tenants, 2, home_currency, of_currency);
  shown char(3) := coalesce(of_currency, currencies[1]);
  searching boolean := false;
  found_items int[];
  found_customers int[];
  found_so text[];
  named int[] := of_tenants; -- whose names the rows have: of a search, of each client
begin
  last_month := least(coalesce(of_month, 12), through_month); -- no month is compared when it comes before the first
  if search is not null then
    select n.items, n.customers, n.orders into found_items, found_customers, found_so from portal.find_sales(of_tenants, 2, search) n;
    searching := found_items is not null;
    if searching then named := portal.selling_tenants(of_tenants, 2); end if;
  end if;

  return (
    with total as materialized (
      select t.period, t.year, sum(t.lines) lines, portal.total(t.quantity) quantity, portal.total(t.amount_cents) amount_cents, sum(t.orders) orders
        from portal.sales_sums t
       where t.tenant_id = any (of_tenants) and t.dataset = 2 and t.dimension = 0 and t.currency = shown group by 1, 2
    ), found as materialized (
      select f.* from portal.found_current_sales(named, shown, of_month, found_items, found_customers, found_so) f where searching
    ), monthly as materialized ( -- of every year
      select t.year, t.period as month, t.lines, t.quantity, t.amount_cents from total t
       where not searching and t.year > 0 and t.period between first_month and coalesce(of_month, 12)
      union all
      select f.year, f.month, sum(f.lines), portal.total(f.quantity), portal.total(f.amount_cents) from found f group by 1, 2
    ), chosen as (
      select coalesce(sum(m.lines), 0) lines, coalesce(sum(m.quantity), 0) quantity, coalesce(sum(m.amount_cents), 0) amount_cents,
             case when searching then portal.count_found_orders(named, shown, of_year, of_month, found_items, found_customers, found_so)
               else coalesce((select t.orders from total t where t.year = coalesce(of_year, 0) and t.period = of_period), 0)
                 - coalesce((select d.orders from portal.doubled_sales_orders(of_tenants, 2, shown, of_year, of_month) d where d.quarter = 0), 0) end orders
        from monthly m where of_year is null or m.year = of_year
    ), so_far as (
      select coalesce(portal.total(m.quantity) filter (where m.year < this_year), 0) q1, coalesce(portal.total(m.quantity) filter (where m.year = this_year), 0) q2,
             coalesce(portal.total(m.amount_cents) filter (where m.year < this_year), 0) a1,
             coalesce(portal.total(m.amount_cents) filter (where m.year = this_year), 0) a2
        from monthly m where m.year in (this_year - 1, this_year) and m.month <= last_month
    ), product as (
      select d.product, portal.total(i.quantity) quantity, portal.total(i.amount_cents) amount_cents
        from (select r.tenant_id, r.item_id, portal.total(r.quantity) quantity, portal.total(r.amount_cents) amount_cents
                from (select r.tenant_id, r.key_id as item_id, r.quantity, r.amount_cents from portal.sales_sums r
                       where not searching and r.tenant_id = any (of_tenants) and r.dataset = 2 and r.dimension = 1 and r.currency = shown
                         and r.period = of_period and r.year between coalesce(of_year, 0) and coalesce(of_year, 9999)
                      union all
                      select f.tenant_id, f.item_id, f.quantity, f.amount_cents from found f where of_year is null or f.year = of_year) r
               group by r.item_id, r.tenant_id) i
        join portal.sales_items d on d.tenant_id = i.tenant_id and d.dataset = 2 and d.item_id = i.item_id and d.tenant_id = any (named)
       group by 1 order by 3 desc, 1 limit 10
    ), compared as ( -- of both years, month by month the same; an item that has a code is a SKU
      select d.item_no code, d.product, portal.total(i.lines) lines, portal.total(i.q1) q1, portal.total(i.q2) q2, portal.total(i.a1) a1, portal.total(i.a2) a2
        from (select r.tenant_id, r.item_id, sum(r.lines) lines,
                     coalesce(portal.total(r.quantity) filter (where r.year < this_year), 0) q1,
                     coalesce(portal.total(r.quantity) filter (where r.year = this_year), 0) q2,
                     coalesce(portal.total(r.amount_cents) filter (where r.year < this_year), 0) a1,
                     coalesce(portal.total(r.amount_cents) filter (where r.year = this_year), 0) a2
                from (select r.tenant_id, r.key_id as item_id, r.year, r.lines, r.quantity, r.amount_cents from portal.sales_sums r
                       where not searching and r.tenant_id = any (of_tenants) and r.dataset = 2 and r.dimension = 1 and r.currency = shown
                         and r.year in (this_year - 1, this_year) and r.period between first_month and last_month
                      union all
                      select f.tenant_id, f.item_id, f.year, f.lines, f.quantity, f.amount_cents from found f
                       where f.year in (this_year - 1, this_year) and f.month <= last_month) r
               group by r.item_id, r.tenant_id) i
        join portal.sales_items d on d.tenant_id = i.tenant_id and d.dataset = 2 and d.item_id = i.item_id and d.tenant_id = any (named)
       where d.item_no <> '' group by 1, 2
    ), sku as ( -- shown by the name that most of its lines have
      select c.code, (array_agg(c.product order by c.product = 'Unknown Product', c.lines desc, c.product))[1] product,
             portal.total(c.q1) q1, portal.total(c.q2) q2, portal.total(c.a1) a1, portal.total(c.a2) a2
        from compared c group by 1 order by portal.total(c.a1) + portal.total(c.a2) desc, c.code collate "C" limit 15
    )
    select json_build_object(
      'currency', shown,
      'otherCurrencies', (select coalesce(json_agg(c order by c), '[]') from unnest(currencies) c where c <> shown),
      'totals', (select json_build_object('revenue', portal.money_text(c.amount_cents), 'quantity', portal.units(c.quantity),
          'lines', c.lines, 'orders', c.orders,
          'averagePerLine', portal.money_text(coalesce(c.amount_cents / nullif(c.lines, 0), 0)),
          'averagePerOrder', portal.money_text(coalesce(c.amount_cents / nullif(c.orders, 0), 0))) from chosen c),
      'ytd', (select json_build_object('years', json_build_array(this_year - 1, this_year), 'throughMonth', through_month,
          'quantity', json_build_object('previous', portal.units(s.q1), 'current', portal.units(s.q2), 'growth', portal.growth(s.q1, s.q2),
            'trend', portal.trend(s.q1, s.q2)),
          'revenue', json_build_object('previous', portal.money_text(s.a1), 'current', portal.money_text(s.a2),
            'growth', portal.growth(s.a1, s.a2), 'trend', portal.trend(s.a1, s.a2)),
      -- What the other dataset has of the same months: null where it has none.
      'otherDataset', (select case when sum(o.lines) > 0 then json_build_object('quantity', portal.units(coalesce(portal.total(o.quantity) filter (where o.year = this_year), 0)),
          'revenue', portal.money_text(coalesce(portal.total(o.amount_cents) filter (where o.year = this_year), 0)),
          'agrees', (coalesce(portal.total(o.quantity) filter (where o.year < this_year), 0), coalesce(portal.total(o.quantity) filter (where o.year = this_year), 0),
            coalesce(portal.total(o.amount_cents) filter (where o.year < this_year), 0), coalesce(portal.total(o.amount_cents) filter (where o.year = this_year), 0))
            = (s.q1, s.q2, s.a1, s.a2)) end
        from portal.sales_sums o
       where o.tenant_id = any (of_tenants) and o.dataset = 1 and o.dimension = 0 and o.currency = shown
         and o.year in (this_year - 1, this_year) and o.period <= last_month and not searching and of_month is null),
          'months', (select json_agg(json_build_object('month', g.month,
              'previous', json_build_object('quantity', portal.units(coalesce(b.quantity, 0)), 'revenue', portal.money_text(coalesce(b.amount_cents, 0))),
              'current', case when g.month <= through_month or c.month is not null then json_build_object(
                'quantity', portal.units(coalesce(c.quantity, 0)), 'revenue', portal.money_text(coalesce(c.amount_cents, 0))) end) order by g.month)
            from generate_series(1, 12) g (month) left join monthly b on b.month = g.month and b.year = this_year - 1
            left join monthly c on c.month = g.month and c.year = this_year and (c.year, c.month) <= (day_year, day_month)),
          'laterLines', (select coalesce(sum(m.lines), 0) from monthly m
            where (m.year, m.month) > (day_year, day_month))) from so_far s),
      'months', (select json_agg(json_build_object('month', g.month, 'quantity', portal.units(coalesce(m.quantity, 0)),
          'revenue', portal.money_text(coalesce(m.amount_cents, 0))) order by g.month)
          from generate_series(1, 12) g (month) left join (
            select x.month, portal.total(x.quantity) quantity, portal.total(x.amount_cents) amount_cents from monthly x
             where of_year is null or x.year = of_year group by 1) m on m.month = g.month),
      'topProducts', (select coalesce(json_agg(json_build_object('key', p.product, 'product', p.product,
          'quantity', portal.units(p.quantity), 'revenue', portal.money_text(p.amount_cents)) order by p.amount_cents desc, p.product), '[]')
          from product p),
      'comparison', (select coalesce(json_agg(json_build_object('code', k.code, 'product', k.product,
          'previous', json_build_object('quantity', portal.units(k.q1), 'revenue', portal.money_text(k.a1)),
          'current', json_build_object('quantity', portal.units(k.q2), 'revenue', portal.money_text(k.a2)),
          'quantityGrowth', portal.growth(k.q1, k.q2), 'quantityTrend', portal.trend(k.q1, k.q2),
          'revenueGrowth', portal.growth(k.a1, k.a2), 'trend', portal.trend(k.a1, k.a2))
          order by k.a1 + k.a2 desc, k.code collate "C"), '[]') from sku k),
      'yearsAvailable', (select coalesce(json_agg(y.year order by y.year desc), '[]') from (select distinct t.year from total t where t.year > 0) y),
      'dataVersion', (select coalesce(sum(v.version), 0) from portal.data_versions v where v.topic = 'sales' and v.tenant_id = any (of_tenants)),
      'asOf', (select to_char(f.last_batch_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from portal.feeds f where f.kind = 'current-sales')
    ));
end $$;
grant execute on function portal.found_current_sales(int[], bpchar, int, int[], int[], text[]),
  portal.count_found_orders(int[], bpchar, int, int, int[], int[], text[]), portal.current_sales_screen(int[], bpchar, date, text, int, int, bpchar) to portal_member, portal_staff, portal_admin;
