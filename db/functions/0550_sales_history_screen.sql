-- The newest month up to a day in which anybody had sales: the calendar of the reports (D1), the same for everybody.
create or replace function portal.newest_sales_month(until date, out year smallint, out month smallint)
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select t.year, t.period from portal.sales_totals t
   where t.tenant_id = 0 and t.period <= 12 and t.year > 0
     and (t.year, t.period) <= (extract(year from until)::int, extract(month from until)::int)
   order by t.year desc, t.period desc limit 1
$$;
alter function portal.newest_sales_month(date) owner to portal_keeper;
grant execute on function portal.newest_sales_month(date) to portal_member, portal_staff, portal_admin;

-- Invoices that several of these tenants have: the sum of their counts holds them more than once.
create or replace function portal.doubled_sales_orders(of_tenants int[], of_currency text, of_year int, of_month int) returns bigint
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select coalesce(sum(d.sellers - 1), 0)::bigint
    from (select count(distinct s.tenant_id) sellers
            from portal.sales_shared_invoices x
            join portal.sales_history s on s.invoice_no = x.invoice_no and s.tenant_id = x.tenant_id and s.currency = x.currency
           where x.tenant_id = any (of_tenants) and x.currency = of_currency
             and (of_year is null or s.year = of_year) and (of_month is null or s.month = of_month)
           group by s.invoice_no) d
$$;

-- What these customers bought of other items than these, by item and month; of_tenants {0}: of everybody, as tenant 0.
create or replace function portal.found_sales_of_customers(of_tenants int[], of_currency text, of_month int, of_items int[], of_customers int[])
  returns table (tenant_id int, item_id int, year smallint, month smallint, lines int, quantity bigint, amount_cents bigint)
  language plpgsql stable set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan as $$
begin
  if of_tenants = '{0}' then
    return query
    select 0, l.item_id, l.year, l.month, count(*)::int, sum(l.quantity)::bigint, sum(l.amount_cents)::bigint
      from (select s.item_id, s.year, s.month, s.quantity, s.amount_cents
              from (select c.tenant_id, c.customer_id from portal.sales_customers c
                     where c.tenant_id > 0 and c.customer_id = any (of_customers)) c
              join portal.sales_history s on s.tenant_id = c.tenant_id and s.customer_id = c.customer_id and s.currency = of_currency
            union all
            select u.item_id, u.year, u.month, u.quantity, u.amount_cents
              from portal.unassigned_sales_history u where u.currency = of_currency and u.customer_id = any (of_customers)) l
     where l.item_id <> all (of_items) and (of_month is null or l.month = of_month) group by 2, 3, 4;
  else
    return query
    select s.tenant_id, s.item_id, s.year, s.month, count(*)::int, sum(s.quantity)::bigint, sum(s.amount_cents)::bigint
      from portal.sales_history s
     where s.tenant_id = any (of_tenants) and s.currency = of_currency and s.customer_id = any (of_customers)
       and s.item_id <> all (of_items) and (of_month is null or s.month = of_month) group by 1, 2, 3, 4;
  end if;
end $$;

-- Distinct invoices with a line of one of these items or customers; of_tenants {0}: of everybody. Two index ranges instead
-- of one pass over all lines.
create or replace function portal.found_sales_orders(of_tenants int[], of_currency text, of_year int, of_month int,
  of_items int[], of_customers int[]) returns bigint
  language plpgsql stable set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  years int4range := int4range(coalesce(of_year, 1), coalesce(of_year, 9999), '[]');
begin
  if of_tenants <> '{0}' then
    return (select count(*) from (
      select s.invoice_no from portal.sales_history s
       where s.tenant_id = any (of_tenants) and s.item_id = any (of_items) and s.currency = of_currency and s.invoice_no <> ''
         and s.year between lower(years) and upper(years) - 1 and (of_month is null or s.month = of_month)
      union
      select s.invoice_no from portal.sales_history s
       where s.tenant_id = any (of_tenants) and s.customer_id = any (of_customers) and s.currency = of_currency and s.invoice_no <> ''
         and s.year between lower(years) and upper(years) - 1 and (of_month is null or s.month = of_month)) d);
  end if;
  return (select count(*) from (
    select s.invoice_no from portal.sales_history s
     where s.currency = of_currency and (s.item_id = any (of_items) or s.customer_id = any (of_customers)) and s.invoice_no <> ''
       and s.year between lower(years) and upper(years) - 1 and (of_month is null or s.month = of_month)
    union
    select u.invoice_no from portal.unassigned_sales_history u
     where u.currency = of_currency and (u.item_id = any (of_items) or u.customer_id = any (of_customers)) and u.invoice_no <> ''
       and u.year between lower(years) and upper(years) - 1 and (of_month is null or u.month = of_month)) d);
end $$;

create or replace function portal.money_text(cents numeric) returns text
  language sql immutable parallel safe set search_path = pg_catalog, pg_temp as $$ select round(cents / 100, 2)::text $$;

-- The Sales History screen as JSON (D2). of_tenants: [t] for a member, the seen ones for staff, [0] for an administrator;
-- it serves the planner, the policies decide. Year and month act on totals, months and top products; years and evolution
-- keep their years and take the month; search acts on everything.
create or replace function portal.sales_history_screen(of_tenants int[], home_currency text, today date,
  search text default null, of_year int default null, of_month int default null, of_currency text default null) returns json
  language plpgsql stable set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan as $$
declare
  of_period smallint := coalesce(of_month, 17);
  first_year int := coalesce((select m.year from portal.newest_sales_month(today) m), extract(year from today)::int) - 6;
  currencies text[];
  shown text;
  pattern text := '%' || replace(replace(replace(portal.fold(btrim(search)), '\', '\\'), '%', '\%'), '_', '\_') || '%';
  searching boolean := coalesce(pattern <> '%%', false);
  all_items bigint; all_customers bigint;
  found_items int[]; found_customers int[];
  found_orders bigint := 0;
begin
  select array_agg(c.currency order by c.currency = of_currency desc nulls last, c.currency = home_currency desc, c.lines desc, c.currency)
    into currencies
    from (select t.currency::text, sum(t.lines) lines from portal.sales_totals t
           where t.tenant_id = any (of_tenants) and t.period = 17 and t.year = 0 group by 1) c;
  shown := coalesce(of_currency, currencies[1]);

  if searching then
    select count(*), coalesce(array_agg(distinct i.item_id) filter (where i.search_text like pattern), '{}')
      into all_items, found_items from portal.sales_items i where i.tenant_id = any (of_tenants);
    select count(*), coalesce(array_agg(distinct c.customer_id) filter (where c.search_text like pattern), '{}')
      into all_customers, found_customers from portal.sales_customers c where c.tenant_id = any (of_tenants);
    if cardinality(of_tenants) = 1 and (cardinality(found_items) = all_items or cardinality(found_customers) = all_customers) then
      searching := false; -- everything is found
    end if;
  end if;
  if searching then
    found_orders := portal.found_sales_orders(of_tenants, shown, of_year, of_month, found_items, found_customers);
  elsif cardinality(of_tenants) > 1 then
    found_orders := - portal.doubled_sales_orders(of_tenants, shown, of_year, of_month);
  end if;

  return (
    with total as materialized (
      select t.period, t.year, sum(t.lines) lines, sum(t.quantity) quantity, sum(t.amount_cents) amount_cents, sum(t.orders) orders
        from portal.sales_totals t where t.tenant_id = any (of_tenants) and t.currency = shown group by 1, 2
    ), other as materialized (
      select * from portal.found_sales_of_customers(of_tenants, shown, of_month, found_items, found_customers)
       where searching and cardinality(found_customers) > 0
    ), item as materialized (
      select r.tenant_id, r.item_id, r.year, r.lines, r.quantity, r.amount_cents
        from portal.sales_item_totals r
       where r.tenant_id = any (of_tenants) and r.currency = shown and r.period = of_period
         and (searching or of_year is null or r.year between least(of_year, first_year) and greatest(of_year, first_year + 5))
         and (not searching or r.item_id in (select unnest(found_items)))
      union all
      select o.tenant_id, o.item_id, o.year, sum(o.lines)::int, sum(o.quantity)::bigint, sum(o.amount_cents)::bigint from other o group by 1, 2, 3
    ), yearly as materialized (
      select t.year, t.lines, t.quantity, t.amount_cents from total t where not searching and t.period = of_period and t.year > 0
      union all
      select i.year, sum(i.lines), sum(i.quantity), sum(i.amount_cents) from item i where searching group by 1
    ), monthly as (
      select t.period as month, t.quantity, t.amount_cents from total t
       where not searching and t.period <= 12 and t.year = coalesce(of_year, 0) and (of_month is null or t.period = of_month)
      union all
      select f.month, sum(f.quantity), sum(f.amount_cents) from (
          select r.period as month, r.quantity, r.amount_cents
            from portal.sales_item_totals r
           where searching and r.tenant_id = any (of_tenants) and r.currency = shown
             and r.period between coalesce(of_month, 1) and coalesce(of_month, 12) and (of_year is null or r.year = of_year)
             and r.item_id in (select unnest(found_items))
          union all
          select o.month, o.quantity, o.amount_cents from other o where of_year is null or o.year = of_year) f
       group by 1
    ), chosen as (
      select coalesce(sum(y.lines), 0) lines, coalesce(sum(y.quantity), 0) quantity, coalesce(sum(y.amount_cents), 0) amount_cents,
             found_orders + case when searching then 0 else coalesce((
               select t.orders from total t where t.period = of_period and t.year = coalesce(of_year, 0)), 0) end orders
        from yearly y where of_year is null or y.year = of_year
    ), product as materialized (
      select d.product, sum(i.lines) lines, sum(i.quantity) quantity, sum(i.amount_cents) amount_cents,
             sum(i.window_lines) window_lines, sum(i.w1 + i.w2 + i.w3 + i.w4 + i.w5 + i.w6) total,
             array[sum(i.w1), sum(i.w2), sum(i.w3), sum(i.w4), sum(i.w5), sum(i.w6)] quantities
        from (select i.tenant_id, i.item_id,
                     coalesce(sum(i.lines) filter (where of_year is null or i.year = of_year), 0) lines,
                     coalesce(sum(i.quantity) filter (where of_year is null or i.year = of_year), 0) quantity,
                     coalesce(sum(i.amount_cents) filter (where of_year is null or i.year = of_year), 0) amount_cents,
                     coalesce(sum(i.lines) filter (where i.year between first_year and first_year + 5), 0) window_lines,
                     coalesce(sum(i.quantity) filter (where i.year = first_year), 0) w1,
                     coalesce(sum(i.quantity) filter (where i.year = first_year + 1), 0) w2,
                     coalesce(sum(i.quantity) filter (where i.year = first_year + 2), 0) w3,
                     coalesce(sum(i.quantity) filter (where i.year = first_year + 3), 0) w4,
                     coalesce(sum(i.quantity) filter (where i.year = first_year + 4), 0) w5,
                     coalesce(sum(i.quantity) filter (where i.year = first_year + 5), 0) w6
                from item i group by 1, 2) i
        join portal.sales_items d on d.tenant_id = i.tenant_id and d.item_id = i.item_id and d.tenant_id = any (of_tenants)
       group by 1
    )
    select json_build_object(
      'currency', shown,
      'otherCurrencies', (select coalesce(json_agg(c order by c), '[]') from unnest(currencies) c where c <> shown),
      'totals', (select json_build_object('quantity', trim_scale(c.quantity / 1000), 'amount', portal.money_text(c.amount_cents),
          'lines', c.lines, 'orders', c.orders,
          'averagePerLine', portal.money_text(coalesce(c.amount_cents / nullif(c.lines, 0), 0)),
          'averagePerOrder', portal.money_text(coalesce(c.amount_cents / nullif(c.orders, 0), 0))) from chosen c),
      'years', (select coalesce(json_agg(json_build_object('year', y.year, 'quantity', trim_scale(y.quantity / 1000),
          'amount', portal.money_text(y.amount_cents)) order by y.year), '[]') from yearly y),
      'months', (select json_agg(json_build_object('month', g.month, 'quantity', trim_scale(coalesce(m.quantity, 0) / 1000),
          'amount', portal.money_text(coalesce(m.amount_cents, 0))) order by g.month)
          from generate_series(1, 12) g (month) left join monthly m on m.month = g.month),
      'topProducts', (select coalesce(json_agg(json_build_object('key', p.product, 'product', p.product,
          'quantity', trim_scale(p.quantity / 1000), 'amount', portal.money_text(p.amount_cents)) order by p.quantity desc, p.product collate "C"), '[]')
          from (select * from product p where p.lines > 0 order by p.quantity desc, p.product collate "C" limit 10) p),
      'evolution', json_build_object(
          'years', (select json_agg(y) from generate_series(first_year, first_year + 5) y),
          'products', (select coalesce(json_agg(json_build_object('key', p.product, 'product', p.product,
              'quantities', (select json_agg(trim_scale(q / 1000) order by n) from unnest(p.quantities) with ordinality u (q, n)),
              'changes', (select json_agg(round(100 * (q - before) / nullif(before, 0), 1) order by n)
                  from (select q, n, lag(q) over (order by n) before from unnest(p.quantities) with ordinality u (q, n)) c),
              'total', trim_scale(p.total / 1000)) order by p.total desc, p.product collate "C"), '[]')
              from (select * from product p where p.window_lines > 0 order by p.total desc, p.product collate "C" limit 20) p)),
      'yearsAvailable', (select coalesce(json_agg(t.year order by t.year desc), '[]') from total t where t.period = 17 and t.year > 0),
      'dataVersion', (select coalesce(sum(v.version), 0) from portal.data_versions v where v.topic = 'sales' and v.tenant_id = any (of_tenants)),
      'asOf', (select to_char(f.last_batch_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from portal.feeds f where f.kind = 'sales-history')
    ));
end $$;
grant execute on function portal.money_text(numeric), portal.doubled_sales_orders(int[], text, int, int),
  portal.found_sales_of_customers(int[], text, int, int[], int[]), portal.found_sales_orders(int[], text, int, int, int[], int[]),
  portal.sales_history_screen(int[], text, date, text, int, int, text) to portal_member, portal_staff, portal_admin;
