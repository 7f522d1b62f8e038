-- Where sums and names differ from the lines, by table, tenant, currency and year; no rows: everything is right. Reads every line
-- several times: minutes for tens of millions.
create or replace function portal.verify_sales(
  out dataset text, out sums text, out tenant_id int, out currency text, out year int, out wrong_keys bigint,
  out lines_expected numeric, out lines_found numeric, out amount_cents_expected numeric, out amount_cents_found numeric)
  returns setof record
  language sql stable security definer set search_path = pg_catalog, pg_temp set jit = off set work_mem = '128MB' as $$
  with wrong as (
    select dataset, case dimension when 0 then 'totals' when 1 then 'items' else 'customers' end as sums, tenant_id, currency, year,
           t.lines lines_expected, s.lines lines_found, t.amount_cents cents_expected, s.amount_cents cents_found
      from portal.true_sales_sums('{1, 2}') t
      full join portal.sales_sums s using (tenant_id, dataset, dimension, period, year, key_id, currency)
     where (t.lines, t.orders, t.quantity, t.amount_cents) is distinct from (s.lines, s.orders, s.quantity, s.amount_cents)
    union all
    select dataset, 'pairs', tenant_id, currency, year, t.lines, p.lines, t.amount_cents, p.amount_cents
      from portal.true_sales_pairs('{1, 2}') t
      full join (select * from portal.sales_pairs p where p.lines <> 0) p using (tenant_id, dataset, year, item_id, customer_id, currency)
     where (t.lines, t.quantity, t.amount_cents) is distinct from (p.lines, p.quantity, p.amount_cents)
    union all
    select dataset, 'orders', tenant_id, currency, year, t.lines, m.lines, null, null
      from portal.true_sales_order_months('{1, 2}') t
      full join (select * from portal.sales_order_months m where m.lines <> 0) m using (order_no, dataset, currency, tenant_id, year, month)
     where t.lines is distinct from m.lines
    union all
    select e.dataset, 'shared orders', e.tenant_id, e.currency, null, null, null, null, null
      from portal.shared_sales_orders('{1, 2}') e
     where (e.tenant_id, e.dataset, e.currency, e.order_no) not in (select s.tenant_id, s.dataset, s.currency, s.order_no from portal.sales_shared_orders s)
    union all
    select dataset, 'names', tenant_id, null, null, null, null, null, null
      from (select s.tenant_id, s.dataset, s.dimension, s.key_id, portal.display_product(n.item_no, n.item_name) as shown
              from (select distinct s.tenant_id, s.dataset, s.dimension, s.key_id from portal.sales_sums s where s.dimension = 1 and s.period = 17) s
              join portal.item_names n on n.id = s.key_id
            union all
            select s.tenant_id, s.dataset, s.dimension, s.key_id, portal.display_customer(n.customer_name)
              from (select distinct s.tenant_id, s.dataset, s.dimension, s.key_id from portal.sales_sums s where s.dimension = 2 and s.period = 17) s
              join portal.customer_names n on n.id = s.key_id) e
      full join (select i.tenant_id, i.dataset, 1::smallint as dimension, i.item_id as key_id, i.product as shown from portal.sales_items i
                 union all select c.tenant_id, c.dataset, 2, c.customer_id, c.customer from portal.sales_customers c) f
     using (tenant_id, dataset, dimension, key_id, shown)
     where e.shown is null or f.shown is null
  )
  select case w.dataset when 1 then 'history' else 'current' end, w.sums, w.tenant_id, w.currency::text, w.year::int, count(*),
         sum(w.lines_expected), sum(w.lines_found), sum(w.cents_expected), sum(w.cents_found)
    from wrong w group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
$$;
alter function portal.verify_sales() owner to portal_keeper;
