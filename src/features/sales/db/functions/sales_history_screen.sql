-- The newest month up to a day in which anybody had sales, of either dataset: the calendar of the reports (D1), the same for
-- everybody. In PL/pgSQL, which keeps its plan: an SQL function is planned at every call.
create or replace function portal.newest_sales_month(until date, out year smallint, out month smallint)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  until_year constant int := extract(year from until);
  until_month constant int := extract(month from until);
begin
  select t.year, t.period into newest_sales_month.year, newest_sales_month.month from portal.sales_sums t
   where t.tenant_id = 0 and t.dataset in (1, 2) and t.dimension = 0 and t.period <= 12 and t.year > 0
     and (t.year, t.period) <= (until_year, until_month)
   order by t.year desc, t.period desc limit 1;
end $$;
alter function portal.newest_sales_month(date) owner to portal_keeper;
grant execute on function portal.newest_sales_month(date) to portal_member, portal_staff, portal_admin;

-- These three have no pinned search_path, so that they are expanded into the query; the caller pins its own.
create or replace function portal.money_text(cents numeric) returns text
  language sql immutable parallel safe as $$ select round(cents / 100, 2)::text $$;
-- Thousandths as a number.
create or replace function portal.units(thousandths numeric) returns numeric
  language sql immutable parallel safe as $$ select trim_scale(thousandths / 1000) $$;
-- Per cent against before, one decimal; null where that is nothing.
create or replace function portal.change(before numeric, now numeric) returns numeric
  language sql immutable parallel safe as $$ select round(100 * (now - before) / nullif(before, 0), 1) $$;

-- What a search of sales history found: per item and year (of_month: of that month alone), per month of the asked year or of all,
-- and how many distinct orders these months have (in one row, which has nothing else).
create or replace function portal.found_sales_history(of_tenants int[], of_currency bpchar, of_year int, of_month int,
  of_items int[], of_customers int[])
  returns table (tenant_id int, item_id int, year smallint, month smallint, lines bigint, quantity bigint, amount_cents bigint, orders bigint)
  language plpgsql stable set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan
  set enable_seqscan = off set enable_bitmapscan = off set jit = off as $$
declare
  sellers constant int[] := portal.selling_tenants(of_tenants, 1);
begin
  if of_month is null then
    return query
    select p.tenant_id, p.item_id, p.year, null::smallint, sum(p.lines), portal.total(p.quantity), portal.total(p.amount_cents), null::bigint
      from portal.found_sales_pairs(sellers, 1, of_currency, of_items, of_customers) p group by 1, 2, 3;
  else
    return query
    select l.tenant_id, l.item_id, l.year, null::smallint, count(*), portal.total(l.quantity), portal.total(l.amount_cents), null::bigint
      from portal.found_sales_lines(sellers, 1, of_currency, 1, 9999, array[of_month], of_items, of_customers, '{}') l group by 1, 2, 3;
  end if;
  return query
  with found as materialized ( -- by order first, which few lines share: they are counted from it
    select l.order_no, l.month, count(*) lines, portal.total(l.quantity) quantity, portal.total(l.amount_cents) amount_cents
      from portal.found_sales_lines(sellers, 1, of_currency, coalesce(of_year, 1), coalesce(of_year, 9999), case when of_month is not null then array[of_month] end,
        of_items, of_customers, '{}') l group by 1, 2
  )
  select null::int, null::int, null::smallint, f.month, sum(f.lines)::bigint, portal.total(f.quantity), portal.total(f.amount_cents), null::bigint
    from found f group by 4
  union all
  select null, null, null, null, null, null, null, (select count(*) from (select f.order_no from found f where f.order_no <> '' group by 1) o);
end $$;

-- The Sales History screen as JSON (D2). of_tenants as in find_sales.sql. Year and month act on totals, months and top products; years
-- and evolution keep their years and take the month; search acts on everything.
create or replace function portal.sales_history_screen(of_tenants int[], home_currency bpchar, today date,
  search text default null, of_year int default null, of_month int default null, of_currency bpchar default null) returns json
  language plpgsql stable set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan set enable_sort = off
  set enable_nestloop = off set jit = off as $$
declare
  of_period smallint := coalesce(of_month, 17);
  first_year int := coalesce((portal.newest_sales_month(today)).year, extract(year from today)::int) - 6;
  before int := first_year - 1;
  currencies bpchar[] := portal.sales_currencies(of_tenants, 1, home_currency, of_currency);
  shown char(3) := coalesce(of_currency, currencies[1]);
  searching boolean := false;
  found_items int[];
  found_customers int[];
  named int[] := of_tenants; -- whose names the rows have: of a search, of each client
  -- Of the products; "or" would have all years read, of which the most are left out then.
  oldest int := case when of_year is null then 0 else least(of_year, first_year) end;
  newest int := case when of_year is null then 9999 else greatest(of_year, first_year + 5) end;
begin
  if search is not null then
    select n.items, n.customers into found_items, found_customers from portal.find_sales_names(of_tenants, 1, search) n;
    searching := found_items is not null;
    if searching then named := portal.selling_tenants(of_tenants, 1); end if;
  end if;

  return (
    with total as materialized (
      select t.period, t.year, sum(t.lines) lines, portal.total(t.quantity) quantity, portal.total(t.amount_cents) amount_cents,
             sum(t.orders) orders
        from portal.sales_sums t
       where t.tenant_id = any (of_tenants) and t.dataset = 1 and t.dimension = 0 and t.currency = shown group by 1, 2
    ), found as materialized (
      select f.* from portal.found_sales_history(of_tenants, shown, of_year, of_month, found_items, found_customers) f where searching
    ), yearly as materialized (
      select t.year, t.lines, t.quantity, t.amount_cents from total t where not searching and t.year > 0 and t.period = of_period
      union all
      select f.year, sum(f.lines), portal.total(f.quantity), portal.total(f.amount_cents) from found f where f.year is not null group by 1
    ), monthly as (
      select t.period as month, t.quantity, t.amount_cents from total t
       where not searching and t.year = coalesce(of_year, 0) and t.period <= 12 and (of_month is null or t.period = of_month)
      union all
      select f.month, f.quantity, f.amount_cents from found f where f.month is not null
    ), chosen as (
      select coalesce(sum(y.lines), 0) lines, coalesce(sum(y.quantity), 0) quantity, coalesce(sum(y.amount_cents), 0) amount_cents,
             case when searching then (select f.orders from found f where f.orders is not null)
               else coalesce((select t.orders from total t where t.year = coalesce(of_year, 0) and t.period = of_period), 0)
                 - coalesce((select d.orders from portal.doubled_sales_orders(of_tenants, 1, shown, of_year, of_month) d where d.quarter = 0), 0) end orders
        from yearly y where of_year is null or y.year = of_year
    ), product as materialized ( -- with the years of the evolution, so that they are read once; null: no line then
      select d.product, portal.total(i.quantity) quantity, portal.total(i.amount_cents) amount_cents,
             portal.total(i.y1) y1, portal.total(i.y2) y2, portal.total(i.y3) y3, portal.total(i.y4) y4, portal.total(i.y5) y5,
             portal.total(i.y6) y6
        from (select i.tenant_id, i.item_id,
                     portal.total(i.quantity) filter (where i.chosen) quantity,
                     portal.total(i.amount_cents) filter (where i.chosen) amount_cents,
                     portal.total(i.quantity) filter (where i.nth = 1) y1,
                     portal.total(i.quantity) filter (where i.nth = 2) y2,
                     portal.total(i.quantity) filter (where i.nth = 3) y3,
                     portal.total(i.quantity) filter (where i.nth = 4) y4,
                     portal.total(i.quantity) filter (where i.nth = 5) y5,
                     portal.total(i.quantity) filter (where i.nth = 6) y6
                from (select r.tenant_id, r.item_id, r.quantity, r.amount_cents, r.year - before as nth, coalesce(r.year = of_year, true) chosen
                        from (select s.tenant_id, s.key_id as item_id, s.year, s.quantity, s.amount_cents from portal.sales_sums s
                               where not searching and s.tenant_id = any (of_tenants) and s.dataset = 1 and s.dimension = 1 and s.currency = shown
                                 and s.period = of_period and s.year between oldest and newest
                              union all
                              select f.tenant_id, f.item_id, f.year, f.quantity, f.amount_cents from found f where f.year is not null) r) i
               group by i.item_id, i.tenant_id) i
        join portal.sales_items d on d.tenant_id = i.tenant_id and d.dataset = 1 and d.item_id = i.item_id and d.tenant_id = any (named)
       group by 1
    ), evolution as (
      select p.product, p.y1 + p.y2 + p.y3 + p.y4 + p.y5 + p.y6 total, p.y1, p.y2, p.y3, p.y4, p.y5, p.y6
        from (select p.product, coalesce(p.y1, 0) y1, coalesce(p.y2, 0) y2, coalesce(p.y3, 0) y3, coalesce(p.y4, 0) y4,
                     coalesce(p.y5, 0) y5, coalesce(p.y6, 0) y6
                from product p where coalesce(p.y1, p.y2, p.y3, p.y4, p.y5, p.y6) is not null) p
       order by 2 desc, 1 limit 20
    )
    select json_build_object(
      'currency', shown,
      'otherCurrencies', (select coalesce(json_agg(c order by c), '[]') from unnest(currencies) c where c <> shown),
      'totals', (select json_build_object('quantity', portal.units(c.quantity), 'amount', portal.money_text(c.amount_cents),
          'lines', c.lines, 'orders', c.orders,
          'averagePerLine', portal.money_text(coalesce(c.amount_cents / nullif(c.lines, 0), 0)),
          'averagePerOrder', portal.money_text(coalesce(c.amount_cents / nullif(c.orders, 0), 0))) from chosen c),
      'years', (select coalesce(json_agg(json_build_object('year', y.year, 'quantity', portal.units(y.quantity),
          'amount', portal.money_text(y.amount_cents)) order by y.year), '[]') from yearly y),
      'months', (select json_agg(json_build_object('month', g.month, 'quantity', portal.units(coalesce(m.quantity, 0)),
          'amount', portal.money_text(coalesce(m.amount_cents, 0))) order by g.month)
          from generate_series(1, 12) g (month) left join monthly m on m.month = g.month),
      'topProducts', (select coalesce(json_agg(json_build_object('key', p.product, 'product', p.product,
          'quantity', portal.units(p.quantity), 'amount', portal.money_text(p.amount_cents)) order by p.quantity desc, p.product), '[]')
          from (select * from product p where p.quantity is not null order by p.quantity desc, p.product limit 10) p),
      'evolution', json_build_object(
          'years', (select json_agg(y) from generate_series(first_year, first_year + 5) y),
          'products', (select coalesce(json_agg(json_build_object('key', e.product, 'product', e.product,
              'quantities', json_build_array(portal.units(e.y1), portal.units(e.y2), portal.units(e.y3), portal.units(e.y4),
                portal.units(e.y5), portal.units(e.y6)),
              'changes', json_build_array(null, portal.change(e.y1, e.y2), portal.change(e.y2, e.y3), portal.change(e.y3, e.y4),
                portal.change(e.y4, e.y5), portal.change(e.y5, e.y6)),
              'total', portal.units(e.total)) order by e.total desc, e.product), '[]') from evolution e)),
      'yearsAvailable', (select coalesce(json_agg(y.year order by y.year desc), '[]') from (select distinct t.year from total t where t.year > 0) y),
      'dataVersion', (select coalesce(sum(v.version), 0) from portal.data_versions v where v.topic = 'sales' and v.tenant_id = any (of_tenants)),
      'asOf', (select to_char(f.last_batch_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from portal.feeds f where f.kind = 'sales-history')
    ));
end $$;
grant execute on function portal.money_text(numeric), portal.units(numeric), portal.change(numeric, numeric),
  portal.found_sales_history(int[], bpchar, int, int, int[], int[]),
  portal.sales_history_screen(int[], bpchar, date, text, int, int, bpchar) to portal_member, portal_staff, portal_admin;
grant execute on function portal.units(numeric), portal.money_text(numeric) to portal_keeper;
