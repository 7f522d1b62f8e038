-- Months of one product or one customer, or of both, as JSON; with a search, of its lines that the search finds.
-- of_tenants as in find_sales.sql.
create or replace function portal.sales_trend(of_tenants int[], home_currency bpchar, today date, search text default null,
  of_currency bpchar default null, of_product text default null, of_customer text default null) returns json
  language plpgsql stable set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan set jit = off as $$
declare
  currencies bpchar[] := portal.sales_currencies(of_tenants, 1, home_currency, of_currency);
  shown char(3) := coalesce(of_currency, currencies[1]);
  found_items int[];
  found_customers int[];
  items int[] := coalesce((select array_agg(i.item_id) from portal.sales_items i
    where i.tenant_id = any (of_tenants) and i.dataset = 1 and i.product = of_product), '{}');
  customers int[] := coalesce((select array_agg(c.customer_id) from portal.sales_customers c
    where c.tenant_id = any (of_tenants) and c.dataset = 1 and c.customer = of_customer), '{}');
  sellers int[] := portal.selling_tenants(of_tenants, 1);
  months json;
begin
  select n.items, n.customers into found_items, found_customers from portal.find_sales_names(of_tenants, 1, search) n;
  if found_items is null and (of_product is null or of_customer is null) then
    months := (select json_agg(json_build_object('year', m.year, 'month', m.period, 'quantity', portal.units(m.quantity),
        'amount', portal.money_text(m.amount_cents)) order by m.year, m.period)
      from (select s.year, s.period, portal.total(s.quantity) quantity, portal.total(s.amount_cents) amount_cents
              from portal.sales_sums s
             where s.tenant_id = any (of_tenants) and s.dataset = 1 and s.currency = shown and s.period <= 12
               and (of_customer is null and s.dimension = 1 and s.key_id = any (items)
                 or of_product is null and s.dimension = 2 and s.key_id = any (customers)) group by 1, 2) m);
  else
    months := (select json_agg(json_build_object('year', m.year, 'month', m.month, 'quantity', portal.units(m.quantity),
        'amount', portal.money_text(m.amount_cents)) order by m.year, m.month)
      from (select l.year, l.month, portal.total(l.quantity) quantity, portal.total(l.amount_cents) amount_cents
              from portal.found_sales_lines(sellers, 1, shown, 1, 9999, null,
                found_items, found_customers, '{}') l
             where (of_product is null or l.item_id = any (items)) and (of_customer is null or l.customer_id = any (customers))
             group by 1, 2) m);
  end if;
  return (select json_build_object('currency', shown, 'months', coalesce(months, '[]'),
      'calendar', json_build_object('currentYear', p.current_year, 'throughMonth', p.through_month))
    from portal.reporting_period(today) p);
end $$;
grant execute on function portal.sales_trend(int[], bpchar, date, text, bpchar, text, text) to portal_member, portal_staff, portal_admin;
