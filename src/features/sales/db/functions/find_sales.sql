-- What a search needs beside the sums: the lines of the customers that it found, and distinct invoices. Planned anew at each
-- call, so that long lists of ids are hashed. of_tenants {0} means everybody and answers as tenant 0.

-- The items and customers that a search finds, folded and as plain text; null for both: no search, or one that finds every
-- item or every customer of one tenant, which is the same. broad: a large part of them.
create or replace function portal.find_sales_names(of_tenants int[], search text, out items int[], out customers int[], out broad boolean)
  language plpgsql stable set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan as $$
declare
  patterns text[] := portal.search_patterns(search);
  all_items bigint;
  all_customers bigint;
begin
  if patterns is null or patterns = '{%%}' then return; end if;
  select count(*), coalesce(array_agg(distinct i.item_id) filter (where i.search_text like any (patterns)), '{}')
    into all_items, items from portal.sales_items i where i.tenant_id = any (of_tenants);
  select count(*), coalesce(array_agg(distinct c.customer_id) filter (where c.search_text like any (patterns)), '{}')
    into all_customers, customers from portal.sales_customers c where c.tenant_id = any (of_tenants);
  broad := 5 * cardinality(items) > all_items or 5 * cardinality(customers) > all_customers;
  if cardinality(of_tenants) = 1 and (cardinality(items) = all_items or cardinality(customers) = all_customers) then
    items := null;
    customers := null;
  end if;
end $$;

-- Currencies with sales: the asked one first, then the asker's own, then the most used.
create or replace function portal.sales_currencies(of_tenants int[], home_currency bpchar, asked bpchar) returns bpchar[]
  language plpgsql stable set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan as $$
begin
  return (
    select array_agg(c.currency order by c.currency = asked desc nulls last, c.currency = home_currency desc, c.lines desc, c.currency)
      from (select t.currency, sum(t.lines) lines from portal.sales_totals t where t.tenant_id = any (of_tenants) group by 1) c);
end $$;

-- Lines of these customers, of items that were not found: those of found items are in the items' sums. Many lines lie on nearly
-- every page, so each page is read once (a bitmap, which has the memory to stay exact), and by several processes where that is
-- worth it. The costs are those of pages in memory, and low: under row-level security a fiftieth of the lines is expected, as
-- the tenant is asked for twice.
create or replace function portal.found_customer_sales(of_tenants int[], of_currency bpchar, of_month int, of_items int[], of_customers int[])
  returns table (tenant_id int, item_id int, year smallint, month smallint, lines int, quantity bigint, amount_cents bigint)
  language plpgsql stable set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan
  set enable_indexscan = off set jit = off set work_mem = '64MB' set seq_page_cost = 0.1 set random_page_cost = 0.1
  set parallel_setup_cost = 20 set parallel_tuple_cost = 0.001 set min_parallel_table_scan_size = 0 set min_parallel_index_scan_size = 0 as $$
declare
  everybody boolean := of_tenants = '{0}';
  sellers int[];
begin
  if cardinality(of_customers) = 0 then return; end if;
  sellers := portal.selling_tenants(of_tenants);
  return query
  select case when everybody then 0 else s.tenant_id end, s.item_id, s.year, s.month, count(*)::int, portal.total(s.quantity),
         portal.total(s.amount_cents)
    from portal.sales_history s
   where s.tenant_id = any (sellers) and s.currency = of_currency and s.customer_id = any (of_customers)
     and s.item_id <> all (of_items) and (of_month is null or s.month = of_month) group by 1, 2, 3, 4;
  if everybody then
    return query
    select 0, u.item_id, u.year, u.month, count(*)::int, portal.total(u.quantity), portal.total(u.amount_cents)
      from portal.unassigned_sales_history u
     where u.currency = of_currency and u.customer_id = any (of_customers)
       and u.item_id <> all (of_items) and (of_month is null or u.month = of_month) group by 2, 3, 4;
  end if;
end $$;

-- Sums of everything that was found: per item and year (month null; of_month: of that month only), and per month of
-- of_year or of all years (item_id null). `+ 0`: as an index condition, each item would be looked for in the whole range.
create or replace function portal.found_sales(of_tenants int[], of_currency bpchar, of_year int, of_month int,
  of_items int[], of_customers int[])
  returns table (tenant_id int, item_id int, year smallint, month smallint, lines int, quantity bigint, amount_cents bigint)
  language plpgsql stable set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan set enable_nestloop = on
  set jit = off as $$
begin
  return query
  with other as materialized (
    select o.* from portal.found_customer_sales(of_tenants, of_currency, of_month, of_items, of_customers) o
  )
  select r.tenant_id, r.item_id, r.year, null::smallint, r.lines, r.quantity, r.amount_cents
    from portal.sales_item_totals r
   where r.tenant_id = any (of_tenants) and r.currency = of_currency and r.period = coalesce(of_month, 17) and r.item_id + 0 = any (of_items)
  union all
  select o.tenant_id, o.item_id, o.year, null, sum(o.lines)::int, portal.total(o.quantity), portal.total(o.amount_cents)
    from other o group by 1, 2, 3
  union all
  select null, null, null, m.month, sum(m.lines)::int, portal.total(m.quantity), portal.total(m.amount_cents)
    from (select r.period as month, r.lines, r.quantity, r.amount_cents
            from portal.sales_item_totals r
           where r.tenant_id = any (of_tenants) and r.currency = of_currency and r.item_id + 0 = any (of_items)
             and r.period between coalesce(of_month, 1) and coalesce(of_month, 12) and (of_year is null or r.year = of_year)
          union all
          select o.month, o.lines, o.quantity, o.amount_cents from other o where of_year is null or o.year = of_year) m
   group by 4;
end $$;

-- Invoices with a line of one of these items or customers, an invoice perhaps more than once. Where little is found, two index
-- ranges; else one pass over the years. All read the months' index alone, except for the lines of few customers. No pinned
-- search_path, so that it is expanded into the query, where one_pass decides which parts there are; the caller pins its own.
create or replace function portal.found_invoices(of_tenants int[], of_currency bpchar, first_year int, last_year int, of_month int,
  of_items int[], of_customers int[], one_pass boolean) returns table (invoice_no text)
  language sql stable parallel restricted as $$
  select s.invoice_no from portal.sales_history s
   where one_pass and s.tenant_id = any (of_tenants) and s.year between first_year and last_year
     and (of_month is null or s.month = of_month) and (s.item_id = any (of_items) or s.customer_id = any (of_customers))
     and s.currency = of_currency and s.invoice_no <> ''
  union all
  select s.invoice_no
    from (select t.tenant_id, t.year, t.month from portal.sales_totals t
           where t.tenant_id = any (of_tenants) and t.currency = of_currency and t.year between first_year and last_year
             and t.month between coalesce(of_month, 1) and coalesce(of_month, 12)) m
    join portal.sales_history s on s.tenant_id = m.tenant_id and s.year = m.year and s.month = m.month
   where not one_pass and s.item_id = any (of_items) and s.currency = of_currency and s.invoice_no <> ''
  union all
  select s.invoice_no from portal.sales_history s
   where not one_pass and s.tenant_id = any (of_tenants) and s.customer_id = any (of_customers) and s.currency = of_currency
     and s.invoice_no <> '' and s.year between first_year and last_year and (of_month is null or s.month = of_month)
$$;

-- Distinct invoices with a line of one of these items or customers. Never by all lines: PostgreSQL 15 takes an index of many
-- ranges for dearer than that. Pages at random cost more than in turn, or the lines would be fetched by the customers' index
-- instead of read in the months' index, which has all that is asked.
create or replace function portal.found_sales_orders(of_tenants int[], of_currency bpchar, of_year int, of_month int,
  of_items int[], of_customers int[], broad boolean) returns bigint
  language plpgsql stable set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan set enable_nestloop = on
  set enable_seqscan = off set jit = off set work_mem = '64MB' set seq_page_cost = 0.1 set random_page_cost = 0.2
  set parallel_setup_cost = 20 set parallel_tuple_cost = 0.001 set min_parallel_table_scan_size = 0 set min_parallel_index_scan_size = 0 as $$
declare
  first_year int := coalesce(of_year, 1);
  last_year int := coalesce(of_year, 9999);
  sellers int[] := portal.selling_tenants(of_tenants);
begin
  if of_tenants = '{0}' then
    return (select count(*) from (
      select o.invoice_no
        from portal.found_invoices(sellers, of_currency, first_year, last_year, of_month, of_items, of_customers, broad) o
      union
      select u.invoice_no from portal.unassigned_sales_history u
       where u.currency = of_currency and (u.item_id = any (of_items) or u.customer_id = any (of_customers)) and u.invoice_no <> ''
         and u.year between first_year and last_year and (of_month is null or u.month = of_month)) d);
  end if;
  return (select count(*) from (
    select o.invoice_no
      from portal.found_invoices(sellers, of_currency, first_year, last_year, of_month, of_items, of_customers, broad) o
     group by 1) d);
end $$;

grant execute on function portal.find_sales_names(int[], text), portal.sales_currencies(int[], bpchar, bpchar),
  portal.found_customer_sales(int[], bpchar, int, int[], int[]), portal.found_sales(int[], bpchar, int, int, int[], int[]),
  portal.found_sales_orders(int[], bpchar, int, int, int[], int[], boolean),
  portal.found_invoices(int[], bpchar, int, int, int, int[], int[], boolean) to portal_member, portal_staff, portal_admin;
