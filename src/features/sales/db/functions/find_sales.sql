-- What the screens of sales ask beside the sums. `of_tenants`: [t] for a member, the seen ones for staff, [0] for an
-- administrator, who asks for everybody; it serves the planner, the policies decide. Datasets: 1 sales history, 2 current sales.

-- Every tenant with sales and the unassigned lines (-1), for those who ask for everybody's.
create or replace function portal.selling_tenants(of_tenants int[], of_dataset int) returns int[]
  language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  if of_tenants <> '{0}' then return of_tenants; end if;
  return array(select t.tenant_id from portal.sales_sums t
    where t.tenant_id <> 0 and t.dataset = of_dataset and t.dimension = 0 and t.period = 17 and t.year = 0 group by 1);
end $$;

-- The items and customers that a search finds, folded and as plain text; null for both: no search, or one that finds every
-- item or every customer of one tenant, which is the same.
create or replace function portal.find_sales_names(of_tenants int[], of_dataset int, search text, out items int[], out customers int[])
  language plpgsql stable set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  patterns constant text[] := portal.search_patterns(search);
  all_items bigint;
  all_customers bigint;
begin
  if patterns is null or patterns = '{%%}' then return; end if;
  select count(*), coalesce(array_agg(distinct i.item_id) filter (where i.search_text like any (patterns)), '{}')
    into all_items, items from portal.sales_items i where i.tenant_id = any (of_tenants) and i.dataset = of_dataset;
  select count(*), coalesce(array_agg(distinct c.customer_id) filter (where c.search_text like any (patterns)), '{}')
    into all_customers, customers from portal.sales_customers c where c.tenant_id = any (of_tenants) and c.dataset = of_dataset;
  if cardinality(of_tenants) = 1 and (cardinality(items) = all_items or cardinality(customers) = all_customers) then
    items := null;
    customers := null;
  end if;
end $$;

-- The order numbers of these tenants' current sales ({0}: everybody's) that contain the text. As the keeper, as portal.search_orders
-- does it: LIKE is not leakproof, so under row-level security it could not use the trigram index.
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

-- Everything that a search finds: names, and in current sales order numbers too, which sales history's does not look into.
create or replace function portal.find_sales(of_tenants int[], of_dataset int, search text, out items int[], out customers int[], out orders text[])
  language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  select n.items, n.customers into items, customers from portal.find_sales_names(of_tenants, of_dataset, search) n;
  if items is null then return; end if;
  orders := case of_dataset when 2 then portal.find_current_sales_orders(of_tenants, search) else '{}' end;
end $$;

-- Currencies with sales: the asked one first, then the asker's own, then the most used.
create or replace function portal.sales_currencies(of_tenants int[], of_dataset int, home_currency bpchar, asked bpchar) returns bpchar[]
  language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  return (
    select array_agg(c.currency order by c.currency = asked desc nulls last, c.currency = home_currency desc, c.lines desc, c.currency)
      from (select t.currency, sum(t.lines) lines from portal.sales_sums t
             where t.tenant_id = any (of_tenants) and t.dataset = of_dataset and t.dimension = 0 and t.period = 17 and t.year = 0 group by 1) c);
end $$;

-- What a search found of these tenants (portal.selling_tenants), per item, customer and year: from the sums of the pairs, which know no
-- months and no order numbers. No pinned search_path, so that it is expanded into the query; the callers pin theirs.
create or replace function portal.found_sales_pairs(sellers int[], of_dataset int, of_currency bpchar, of_items int[], of_customers int[])
  returns table (tenant_id int, item_id int, customer_id int, year smallint, lines int, quantity bigint, amount_cents bigint)
  language sql stable as $$
  select p.tenant_id, p.item_id, p.customer_id, p.year, p.lines, p.quantity, p.amount_cents
    from portal.sales_pairs p
   where p.tenant_id = any (sellers) and p.dataset = of_dataset and p.currency = of_currency
     and (p.item_id = any (of_items) or p.customer_id = any (of_customers)) and p.lines > 0
$$;

-- The lines of these tenants that a search found, of these years and months (null: all), each once; of_items null: no search, all of
-- them. All that is asked stands in the months' index. Planned for what is asked, a way that found nothing leaves the condition, so that
-- items alone are looked for in the index, and so do all twelve months, which would be looked for one by one. Callers set
-- `enable_seqscan` and `enable_bitmapscan` off, or pages would be read for what stands in the index: under row-level security a fiftieth of
-- the lines is expected, as the tenant is asked for twice (a narrow search of all years 185 ms instead of 61, 1 M lines). No pinned
-- search_path, so that it is expanded into the query; the callers pin theirs.
create or replace function portal.found_sales_lines(sellers int[], of_dataset int, of_currency bpchar, first_year int, last_year int,
  of_months int[], of_items int[], of_customers int[], of_orders text[])
  returns table (tenant_id int, item_id int, customer_id int, year smallint, month smallint, order_no text, quantity bigint, amount_cents bigint)
  language sql stable as $$
  select l.tenant_id, l.item_id, l.customer_id, l.year, l.month, l.order_no, l.quantity, l.amount_cents
    from portal.sales_lines l
   where l.tenant_id = any (sellers) and l.dataset = of_dataset and l.currency = of_currency
     and l.year between first_year and last_year and (of_months is null or l.month = any (of_months))
     and (of_items is null or of_items <> '{}' and l.item_id = any (of_items) or of_customers <> '{}' and l.customer_id = any (of_customers)
          or of_orders <> '{}' and l.order_no = any (of_orders))
$$;

-- How often the counts of several tenants hold an order too often: of each quarter, and under quarter 0 of all these months and years
-- (null: all).
create or replace function portal.doubled_sales_orders(of_tenants int[], of_dataset int, of_currency bpchar, of_year int, of_month int)
  returns table (quarter int, orders bigint)
  language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  if cardinality(of_tenants) < 2 then return; end if;
  return query
  select coalesce(d.q, 0), sum(d.tenants - 1)::bigint
    from (select (m.month + 2) / 3 q, count(distinct m.tenant_id) tenants
            from portal.sales_shared_orders s
            cross join lateral (select m.* from portal.sales_order_months m
              where m.order_no = s.order_no and m.dataset = s.dataset and m.currency = s.currency and m.tenant_id = s.tenant_id offset 0) m
           where s.tenant_id = any (of_tenants) and s.dataset = of_dataset and s.currency = of_currency and m.lines > 0
             and (of_year is null or m.year = of_year) and (of_month is null or m.month = of_month)
           group by grouping sets ((s.order_no), (s.order_no, (m.month + 2) / 3))) d
   group by 1;
end $$;

grant execute on function portal.selling_tenants(int[], int), portal.find_sales_names(int[], int, text), portal.find_current_sales_orders(int[], text),
  portal.find_sales(int[], int, text), portal.sales_currencies(int[], int, bpchar, bpchar),
  portal.found_sales_pairs(int[], int, bpchar, int[], int[]),
  portal.found_sales_lines(int[], int, bpchar, int, int, int[], int[], int[], text[]),
  portal.doubled_sales_orders(int[], int, bpchar, int, int) to portal_member, portal_staff, portal_admin;
