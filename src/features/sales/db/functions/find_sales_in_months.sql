-- What a search on the Sales Analytics screen needs beside the sums: customers of found items, and distinct invoices, over
-- some months of some years. of_tenants {0} means everybody and answers as tenant 0.

-- Lines of these tenants with one of these items or customers, each once, in one pass: month by month, a planner without
-- statistics would read all lines of the items for every month. No pinned search_path, so that it is expanded
-- into the query; the callers pin theirs.
create or replace function portal.found_lines_in_months(of_tenants int[], of_currency bpchar, first_year int, last_year int,
  of_months smallint[], of_items int[], of_customers int[])
  returns table (tenant_id int, month smallint, customer_id int, invoice_no text, found_item boolean, found_customer boolean,
    quantity bigint, amount_cents bigint)
  language sql stable parallel restricted as $$
  select s.tenant_id, s.month, s.customer_id, s.invoice_no, true, s.customer_id = any (of_customers), s.quantity, s.amount_cents
    from portal.sales_history s
   where s.tenant_id = any (of_tenants) and s.item_id = any (of_items)
     and s.currency = of_currency and s.year between first_year and last_year and s.month = any (of_months)
  union all
  select s.tenant_id, s.month, s.customer_id, s.invoice_no, false, true, s.quantity, s.amount_cents
    from portal.sales_history s
   where s.tenant_id = any (of_tenants) and s.customer_id = any (of_customers) and s.item_id <> all (of_items)
     and s.currency = of_currency and s.year between first_year and last_year and s.month = any (of_months)
$$;

-- Every tenant with sales, for those who ask for everybody's.
create or replace function portal.selling_tenants(of_tenants int[]) returns int[]
  language plpgsql stable set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan as $$
begin
  if of_tenants <> '{0}' then return of_tenants; end if;
  return (select array_agg(t.id) from portal.tenants t where exists (select from portal.sales_totals s where s.tenant_id = t.id));
end $$;

-- Lines of found items per customer that was not found: those of found customers are in the customers' sums.
create or replace function portal.found_item_customers(of_tenants int[], of_currency bpchar, first_year int, last_year int,
  of_months smallint[], of_items int[], of_customers int[])
  returns table (tenant_id int, customer_id int, lines bigint, quantity bigint, amount_cents bigint)
  language plpgsql stable set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan set enable_nestloop = on
  set jit = off set work_mem = '64MB' as $$
declare
  everybody boolean := of_tenants = '{0}';
  sellers int[] := portal.selling_tenants(of_tenants);
begin
  if cardinality(of_items) = 0 then return; end if;
  return query
  select case when everybody then 0 else s.tenant_id end, s.customer_id, count(*), portal.total(s.quantity), portal.total(s.amount_cents)
    from portal.found_lines_in_months(sellers, of_currency, first_year, last_year, of_months, of_items, '{}') s
   where s.customer_id <> all (of_customers) group by 1, 2;
  if everybody then
    return query
    select 0, u.customer_id, count(*), portal.total(u.quantity), portal.total(u.amount_cents)
      from portal.unassigned_sales_history u
     where u.currency = of_currency and u.year between first_year and last_year and u.month = any (of_months)
       and u.item_id = any (of_items) and u.customer_id <> all (of_customers) group by 2;
  end if;
end $$;

-- Distinct invoices with a found line: of each quarter, and under quarter 0 of all these months.
create or replace function portal.found_quarter_orders(of_tenants int[], of_currency bpchar, first_year int, last_year int,
  of_months smallint[], of_items int[], of_customers int[]) returns table (quarter int, orders bigint)
  language plpgsql stable set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan set enable_nestloop = on
  set jit = off set work_mem = '64MB' as $$
declare
  sellers int[] := portal.selling_tenants(of_tenants);
begin
  if of_tenants = '{0}' then
    return query
    select coalesce(d.q, 0), count(distinct d.invoice_no) from (
      select (s.month + 2) / 3 q, s.invoice_no
        from portal.found_lines_in_months(sellers, of_currency, first_year, last_year, of_months, of_items, of_customers) s
       where s.invoice_no <> '' group by 1, 2
      union all
      select (u.month + 2) / 3, u.invoice_no from portal.unassigned_sales_history u
       where u.currency = of_currency and u.year between first_year and last_year and u.month = any (of_months)
         and (u.item_id = any (of_items) or u.customer_id = any (of_customers)) and u.invoice_no <> '' group by 1, 2) d
     group by grouping sets ((), (d.q));
  else
    return query
    select coalesce(d.q, 0), count(distinct d.invoice_no) from (
      select (s.month + 2) / 3 q, s.invoice_no
        from portal.found_lines_in_months(sellers, of_currency, first_year, last_year, of_months, of_items, of_customers) s
       where s.invoice_no <> '' group by 1, 2) d
     group by grouping sets ((), (d.q));
  end if;
end $$;

-- How often the counts of several tenants hold an invoice too often: of each quarter, and under quarter 0 of all months.
create or replace function portal.doubled_quarter_orders(of_tenants int[], of_currency bpchar, of_year int)
  returns table (quarter int, orders bigint)
  language plpgsql stable set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan as $$
begin
  if cardinality(of_tenants) < 2 then return; end if;
  return query
  select coalesce(d.q, 0), sum(d.sellers - 1)::bigint
    from (select (s.month + 2) / 3 q, count(distinct s.tenant_id) sellers
            from portal.sales_shared_invoices x
            join portal.sales_history s on s.invoice_no = x.invoice_no and s.tenant_id = x.tenant_id and s.currency = x.currency
           where x.tenant_id = any (of_tenants) and x.currency = of_currency and (of_year is null or s.year = of_year)
           group by grouping sets ((s.invoice_no), (s.invoice_no, (s.month + 2) / 3))) d
   group by 1;
end $$;

grant execute on function portal.found_lines_in_months(int[], bpchar, int, int, smallint[], int[], int[]),
  portal.selling_tenants(int[]),
  portal.found_item_customers(int[], bpchar, int, int, smallint[], int[], int[]),
  portal.found_quarter_orders(int[], bpchar, int, int, smallint[], int[], int[]),
  portal.doubled_quarter_orders(int[], bpchar, int) to portal_member, portal_staff, portal_admin;
