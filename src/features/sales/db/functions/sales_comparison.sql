-- Two free periods side by side. Months are counted as year * 12 + month - 1, both ends included.

-- Distinct orders of a period: from the sums where it is a month, a quarter or a year, else counted. of_items null: no search.
create or replace function portal.sales_orders_between(of_tenants int[], of_currency bpchar, first_month int, last_month int,
  of_items int[], of_customers int[]) returns bigint
  language plpgsql stable set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan
  set enable_seqscan = off set enable_bitmapscan = off set jit = off as $$
declare
  sellers constant int[] := portal.selling_tenants(of_tenants, 1);
  first_year constant int := first_month / 12;
  last_year constant int := last_month / 12;
  kept_period constant int := case when first_month > last_month or first_year <> last_year then null
    when first_month = last_month then first_month % 12 + 1
    when last_month - first_month = 2 and first_month % 3 = 0 then 13 + first_month % 12 / 3
    when last_month - first_month = 11 then 17 end;
begin
  if kept_period is not null and of_items is null and cardinality(of_tenants) = 1 then
    return coalesce((select s.orders from portal.sales_sums s
      where s.tenant_id = of_tenants[1] and s.dataset = 1 and s.dimension = 0 and s.period = kept_period and s.year = first_year
        and s.currency = of_currency), 0);
  end if;
  return (select count(*) from (
    select l.order_no
      from portal.found_sales_lines(sellers, 1, of_currency, first_year, last_year, null, of_items, of_customers, '{}') l
     where l.year * 12 + l.month - 1 between first_month and last_month and l.order_no <> '' group by 1) o);
end $$;

-- What a search finds in a period, per item and customer.
create or replace function portal.found_sales_between(sellers int[], of_currency bpchar, first_month int, last_month int,
  of_items int[], of_customers int[])
  returns table (tenant_id int, item_id int, customer_id int, lines bigint, quantity bigint, amount_cents bigint)
  language plpgsql stable set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan
  set enable_seqscan = off set enable_bitmapscan = off set jit = off as $$
begin
  return query
  select l.tenant_id, l.item_id, l.customer_id, count(*), portal.total(l.quantity), portal.total(l.amount_cents)
    from portal.found_sales_lines(sellers, 1, of_currency, first_month / 12, last_month / 12, null, of_items, of_customers, '{}') l
   where l.year * 12 + l.month - 1 between first_month and last_month group by 1, 2, 3;
end $$;

-- One count or sum of both periods (D1).
create or replace function portal.beside(before numeric, now numeric, divisor numeric) returns json
  language sql immutable parallel safe as $$
  select json_build_object('previous', trim_scale(before / divisor), 'current', trim_scale(now / divisor),
    'growth', portal.growth(before, now), 'trend', portal.trend(before, now))
$$;

-- Both periods as JSON: totals, and the twenty products and customers that sold most in either, the others added up.
create or replace function portal.sales_comparison(of_tenants int[], home_currency bpchar, search text, of_currency bpchar,
  first_month int, last_month int, first_before int, last_before int) returns json
  language plpgsql stable set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan set jit = off as $$
declare
  currencies bpchar[] := portal.sales_currencies(of_tenants, 1, home_currency, of_currency);
  shown char(3) := coalesce(of_currency, currencies[1]);
  one_customer boolean := portal.is_one_customer(of_tenants);
  found_items int[];
  found_customers int[];
  searching boolean;
  sellers int[];
begin
  select n.items, n.customers into found_items, found_customers from portal.find_sales_names(of_tenants, 1, search) n;
  searching := found_items is not null;
  if searching then sellers := portal.selling_tenants(of_tenants, 1); end if;
  return (
    with side (now, first, last) as (values (true, first_month, last_month), (false, first_before, last_before)
    ), found as materialized (
      select p.now, f.* from side p, lateral portal.found_sales_between(sellers, shown, p.first, p.last, found_items, found_customers) f
       where searching
    ), item as materialized (
      select r.now, d.product as name, sum(r.lines) lines, portal.total(r.quantity) quantity, portal.total(r.amount_cents) amount_cents
        from (select p.now, r.tenant_id, r.key_id as item_id, sum(r.lines) lines, portal.total(r.quantity) quantity, portal.total(r.amount_cents) amount_cents
                from side p join portal.sales_sums r on r.dataset = 1 and r.dimension = 1 and r.year between p.first / 12 and p.last / 12
                 and r.year * 12 + r.period - 1 between p.first and p.last
               where not searching and r.tenant_id = any (of_tenants) and r.currency = shown and r.period <= 12 group by 1, 2, 3
              union all
              select f.now, f.tenant_id, f.item_id, f.lines, f.quantity, f.amount_cents from found f) r
        join portal.sales_items d on d.tenant_id = r.tenant_id and d.dataset = 1 and d.item_id = r.item_id group by 1, 2
    ), buyer as materialized (
      select r.now, d.client_code, d.customer as name, r.lines, r.quantity, r.amount_cents
        from (select p.now, r.tenant_id, r.key_id as customer_id, sum(r.lines) lines, portal.total(r.quantity) quantity, portal.total(r.amount_cents) amount_cents
                from side p join portal.sales_sums r on r.dataset = 1 and r.dimension = 2 and r.year between p.first / 12 and p.last / 12
                 and r.year * 12 + r.period - 1 between p.first and p.last
               where not searching and r.tenant_id = any (of_tenants) and r.currency = shown and r.period <= 12 group by 1, 2, 3
              union all
              select f.now, f.tenant_id, f.customer_id, f.lines, f.quantity, f.amount_cents from found f) r
        join portal.sales_customers d on d.tenant_id = r.tenant_id and d.dataset = 1 and d.customer_id = r.customer_id
    ), customer as materialized (
      select b.now, b.name, sum(b.lines) lines, portal.total(b.quantity) quantity, portal.total(b.amount_cents) amount_cents
        from buyer b group by 1, 2
    ), total as (
      select p.now, coalesce(sum(i.lines), 0) lines, coalesce(sum(i.quantity), 0) quantity, coalesce(sum(i.amount_cents), 0) amount_cents,
             count(i.name) products,
             (select case when one_customer then least(count(c.counted), 1) else count(c.counted) end
                from (select distinct portal.customer_counted(b.client_code, b.name) counted from buyer b where b.now = p.now) c) customers,
             portal.sales_orders_between(of_tenants, shown, p.first, p.last, found_items, found_customers) orders
        from side p left join item i on i.now = p.now group by p.now, p.first, p.last
    ), ranked as materialized (
      select n.list, n.name, n.q1, n.q2, n.a1, n.a2, row_number() over (partition by n.list order by greatest(n.a1, n.a2) desc, n.name) place
        from (select x.list, x.name, coalesce(portal.total(x.quantity) filter (where not x.now), 0) q1, coalesce(portal.total(x.quantity) filter (where x.now), 0) q2,
                     coalesce(portal.total(x.amount_cents) filter (where not x.now), 0) a1, coalesce(portal.total(x.amount_cents) filter (where x.now), 0) a2
                from (select 'products' list, i.* from item i union all select 'customers', c.* from customer c where not one_customer) x
               group by 1, 2) n
    ), list as (
      select l.list,
             coalesce(json_agg(json_build_object('key', r.name, 'name', r.name, 'figures', portal.against(r.q1, r.q2, r.a1, r.a2)) order by r.place)
               filter (where r.place <= 20), '[]') shown,
             count(r.name) filter (where r.place > 20) others,
             portal.against(coalesce(portal.total(r.q1) filter (where r.place > 20), 0), coalesce(portal.total(r.q2) filter (where r.place > 20), 0),
               coalesce(portal.total(r.a1) filter (where r.place > 20), 0), coalesce(portal.total(r.a2) filter (where r.place > 20), 0)) rest
        from (values ('products'), ('customers')) l (list) left join ranked r on r.list = l.list group by 1
    )
    select json_build_object(
      'currency', shown,
      'otherCurrencies', (select coalesce(json_agg(c order by c), '[]') from unnest(currencies) c where c <> shown),
      'totals', (select json_build_object('figures', portal.against(b.quantity, n.quantity, b.amount_cents, n.amount_cents),
          'lines', portal.beside(b.lines, n.lines, 1), 'orders', portal.beside(b.orders, n.orders, 1),
          'customers', portal.beside(b.customers, n.customers, 1), 'products', portal.beside(b.products, n.products, 1))
          from total n, total b where n.now and not b.now),
      'products', (select json_build_object('items', l.shown, 'others', l.others, 'rest', l.rest) from list l where l.list = 'products'),
      'customers', case when not one_customer then
          (select json_build_object('items', l.shown, 'others', l.others, 'rest', l.rest) from list l where l.list = 'customers') end
    ));
end $$;

grant execute on function portal.sales_orders_between(int[], bpchar, int, int, int[], int[]),
  portal.found_sales_between(int[], bpchar, int, int, int[], int[]), portal.beside(numeric, numeric, numeric),
  portal.sales_comparison(int[], bpchar, text, bpchar, int, int, int, int) to portal_member, portal_staff, portal_admin;
