-- What a search of current sales needs beside the sums. It also looks into the order numbers, which sales history's does not.

-- The order numbers of these tenants ({0}: everybody's) that contain the text. As the keeper, as portal.search_orders does it:
-- LIKE is not leakproof, so under row-level security it could not use the trigram index.
create or replace function portal.find_current_sales_orders(of_tenants int[], search text) returns text[]
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  patterns text[] := portal.search_patterns(search);
  seen int[] := auth.seen_tenants();
begin
  if auth.is_admin() and of_tenants = '{0}' then
    return (select coalesce(array_agg(distinct o.so), '{}') from portal.current_sales_orders o where o.search_text like any (patterns));
  end if;
  return (select coalesce(array_agg(distinct o.so), '{}') from portal.current_sales_orders o
           where o.tenant_id = any (of_tenants) and (auth.is_admin() or o.tenant_id = any (seen)) and o.search_text like any (patterns));
end $$;
alter function portal.find_current_sales_orders(int[], text) owner to portal_keeper;

-- The items, customers and order numbers that a search finds; null for all: no search, or one that finds everything.
create or replace function portal.find_current_sales(of_tenants int[], search text, out items int[], out customers int[], out orders text[],
  out broad boolean)
  language plpgsql stable set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan as $$
begin
  select n.items, n.customers, n.broad into find_current_sales.items, find_current_sales.customers, find_current_sales.broad
    from portal.current_find_sales_names(of_tenants, search) n;
  if items is not null then orders := portal.find_current_sales_orders(of_tenants, search); end if;
end $$;

-- Sums of everything that was found, per item and month of every year: of items, of customers beside them, and of orders beside
-- both. `+ 0`: as an index condition, each item would be looked for in the whole range.
create or replace function portal.found_current_sales(of_tenants int[], of_currency bpchar, of_month int,
  of_items int[], of_customers int[], of_orders text[])
  returns table (tenant_id int, item_id int, year smallint, month smallint, lines int, quantity bigint, amount_cents bigint)
  language plpgsql stable set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan set enable_nestloop = on
  set jit = off as $$
declare
  everybody boolean := of_tenants = '{0}';
begin
  return query
  select r.tenant_id, r.item_id, r.year, r.period, r.lines, r.quantity, r.amount_cents
    from portal.current_sales_item_totals r
   where r.tenant_id = any (of_tenants) and r.currency = of_currency and r.period between coalesce(of_month, 1) and coalesce(of_month, 12)
     and r.item_id + 0 = any (of_items);
  return query select c.* from portal.current_found_customer_sales(of_tenants, of_currency, of_month, of_items, of_customers) c;
  if cardinality(of_orders) = 0 then return; end if;
  return query
  select case when everybody then 0 else s.tenant_id end, s.item_id, s.year, s.month, count(*)::int, portal.total(s.quantity),
         portal.total(s.amount_cents)
    from portal.current_sales s
   where s.so = any (of_orders) and (everybody or s.tenant_id = any (of_tenants)) and s.currency = of_currency
     and s.customer_id <> all (of_customers) and s.item_id <> all (of_items) and (of_month is null or s.month = of_month)
   group by 1, 2, 3, 4;
  if not everybody then return; end if;
  return query
  select 0, u.item_id, u.year, u.month, count(*)::int, portal.total(u.quantity), portal.total(u.amount_cents)
    from portal.unassigned_current_sales u
   where u.so = any (of_orders) and u.currency = of_currency and u.customer_id <> all (of_customers) and u.item_id <> all (of_items)
     and (of_month is null or u.month = of_month) group by 2, 3, 4;
end $$;

-- Distinct order numbers with a line that was found. Where much is found, one pass over the months' index, which holds all
-- that is compared; else an index range for each way of finding.
create or replace function portal.found_current_so(of_tenants int[], of_currency bpchar, of_year int, of_month int,
  of_items int[], of_customers int[], of_orders text[], one_pass boolean) returns table (so text)
  language plpgsql stable set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan set enable_nestloop = on
  set jit = off as $$
declare
  first_year int := coalesce(of_year, 1);
  last_year int := coalesce(of_year, 9999);
  first_month int := coalesce(of_month, 1);
  last_month int := coalesce(of_month, 12);
begin
  return query
  select s.so
    from (select t.tenant_id, t.year, t.month from portal.current_sales_totals t
           where t.tenant_id = any (of_tenants) and t.currency = of_currency and t.year between first_year and last_year
             and t.month between first_month and last_month) m
    join portal.current_sales s on s.tenant_id = m.tenant_id and s.year = m.year and s.month = m.month
   where s.currency = of_currency and s.so <> ''
     and (s.item_id = any (of_items) or one_pass and (s.customer_id = any (of_customers) or s.so = any (of_orders)))
  union
  select s.so from portal.current_sales s
   where not one_pass and s.tenant_id = any (of_tenants) and s.customer_id = any (of_customers) and s.currency = of_currency and s.so <> ''
     and s.year between first_year and last_year and s.month between first_month and last_month
  union
  select s.so from portal.current_sales s
   where not one_pass and s.so = any (of_orders) and s.tenant_id = any (of_tenants) and s.currency = of_currency
     and s.year between first_year and last_year and s.month between first_month and last_month;
end $$;

create or replace function portal.found_current_sales_orders(of_tenants int[], of_currency bpchar, of_year int, of_month int,
  of_items int[], of_customers int[], of_orders text[], broad boolean) returns bigint
  language plpgsql stable set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan set enable_nestloop = on
  set enable_seqscan = off set jit = off as $$
declare
  first_year int := coalesce(of_year, 1);
  last_year int := coalesce(of_year, 9999);
begin
  if of_tenants <> '{0}' then
    return (select count(*) from portal.found_current_so(of_tenants, of_currency, of_year, of_month, of_items, of_customers, of_orders, broad));
  end if;
  return (select count(*) from (
    select o.so from portal.found_current_so(portal.current_selling_tenants(of_tenants), of_currency, of_year, of_month, of_items,
      of_customers, of_orders, broad) o
    union
    select u.so from portal.unassigned_current_sales u
     where u.currency = of_currency and u.so <> ''
       and (u.item_id = any (of_items) or u.customer_id = any (of_customers) or u.so = any (of_orders))
       and u.year between first_year and last_year and (of_month is null or u.month = of_month)) d);
end $$;
grant execute on function portal.find_current_sales_orders(int[], text), portal.find_current_sales(int[], text),
  portal.found_current_sales(int[], bpchar, int, int[], int[], text[]),
  portal.found_current_so(int[], bpchar, int, int, int[], int[], text[], boolean),
  portal.found_current_sales_orders(int[], bpchar, int, int, int[], int[], text[], boolean) to portal_member, portal_staff, portal_admin;
