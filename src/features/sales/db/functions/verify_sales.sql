-- Where the sums differ from the lines, by table, tenant, currency and year; no rows: everything is right.
-- Reads every line several times: minutes for tens of millions.
create or replace function portal.verify_sales(
  out sums text, out tenant_id int, out currency text, out year int, out wrong_keys bigint,
  out lines_expected numeric, out lines_found numeric, out amount_cents_expected numeric, out amount_cents_found numeric)
  returns setof record
  language sql stable security definer set search_path = pg_catalog, pg_temp set jit = off set work_mem = '128MB' as $$
  with line as not materialized (
    select s.tenant_id, s.currency, s.year, s.month, s.item_id, s.customer_id, s.quantity, s.amount_cents from portal.sales_history s
    union all
    select 0, u.currency, u.year, u.month, u.item_id, u.customer_id, u.quantity, u.amount_cents from portal.unassigned_sales_history u
  ), monthly as materialized ( -- per item, per customer and in all, of each tenant and of tenant 0
    select m.sums, t.tenant_id, m.currency, m.year, m.month, m.id, sum(m.lines)::int lines, sum(m.quantity)::bigint quantity,
           sum(m.amount_cents)::bigint amount_cents
      from (select case when grouping(l.item_id) = 0 then 'items' when grouping(l.customer_id) = 0 then 'customers' else 'totals' end sums,
                   l.tenant_id, l.currency, l.year, l.month, coalesce(l.item_id, l.customer_id, 0) id, count(*)::int lines,
                   sum(l.quantity)::bigint quantity, sum(l.amount_cents)::bigint amount_cents
              from line l group by l.tenant_id, l.currency, l.year, l.month, grouping sets ((l.item_id), (l.customer_id), ())) m,
           lateral (select m.tenant_id union select 0) t
     group by 1, 2, 3, 4, 5, 6
  ), expected as (
    select m.sums, m.tenant_id, m.currency, m.year, p as period, m.id, m.lines, m.quantity, m.amount_cents, 0::bigint orders
      from monthly m, lateral (values (m.month), (17::smallint)) v (p) where m.sums <> 'totals'
    union all
    select m.sums, m.tenant_id, m.currency, m.year, m.month, 0, m.lines, m.quantity, m.amount_cents, 0 from monthly m where m.sums = 'totals'
    union all -- repeated orders are of periods that have no lines here
    select 'totals', o.tenant_id, o.currency, o.year, o.period, 0, 0, 0, 0, o.orders + o.repeated
      from portal.count_sales_orders((select array_agg(distinct m.tenant_id) from monthly m)) o
  ), found as (
    select 'items' sums, i.tenant_id, i.currency, i.year, i.period, i.item_id id, i.lines, i.quantity, i.amount_cents, 0 orders
      from portal.sales_item_totals i
    union all
    select 'customers', c.tenant_id, c.currency, c.year, c.period, c.customer_id, c.lines, c.quantity, c.amount_cents, 0
      from portal.sales_customer_totals c
    union all
    select 'totals', t.tenant_id, t.currency, t.year, t.month, 0, t.lines, t.quantity, t.amount_cents, t.orders
      from portal.sales_totals t
    union all
    select 'totals', r.tenant_id, r.currency, r.year, r.period, 0, null, 0, 0, r.orders
      from portal.sales_repeated_orders r
  ), compared as (
    select x.sums, x.tenant_id, x.currency, x.year, x.period, x.id,
           sum(x.sign * x.lines) lines, sum(x.sign * x.quantity)::bigint quantity, sum(x.sign * x.amount_cents)::bigint amount_cents,
           sum(x.sign * x.orders) orders,
           sum(x.lines) filter (where x.sign > 0) lines_expected, sum(x.lines) filter (where x.sign < 0) lines_found,
           sum(x.amount_cents) filter (where x.sign > 0) amount_expected, sum(x.amount_cents) filter (where x.sign < 0) amount_found
      from (select 1 sign, e.* from expected e union all select -1, f.* from found f) x
     group by 1, 2, 3, 4, 5, 6
  )
  select c.sums, c.tenant_id, c.currency::text, c.year::int, count(*), sum(c.lines_expected), sum(c.lines_found),
         sum(c.amount_expected), sum(c.amount_found)
    from compared c
   where c.lines <> 0 or c.quantity <> 0 or c.amount_cents <> 0 or c.orders <> 0 or c.lines_found = 0
   group by 1, 2, 3, 4
  union all
  select 'names', tenant_id, null::text, null::int, count(*), null::numeric, null::numeric, null::numeric, null::numeric
    from (select tenant_id, 1 kind, item_id, portal.display_product(i.item_no, i.item_name) shown
            from (select distinct t.tenant_id, t.item_id from portal.sales_item_totals t where t.period = 17) t
            join portal.item_names i on i.id = t.item_id
          union all
          select tenant_id, 2, customer_id, portal.display_customer(c.customer_name)
            from (select distinct t.tenant_id, t.customer_id from portal.sales_customer_totals t where t.period = 17) t
            join portal.customer_names c on c.id = t.customer_id) n
    full join (select i.tenant_id, 1 kind, i.item_id, i.product shown from portal.sales_items i
               union all select c.tenant_id, 2, c.customer_id, c.customer from portal.sales_customers c) f
   using (tenant_id, kind, item_id, shown)
   where n.shown is null or f.shown is null group by 2
  union all
  select 'shared invoices', tenant_id, currency::text, null, count(*), null, null, null, null
    from (select x.tenant_id, x.currency, x.invoice_no, true expected
            from (select l.tenant_id, l.currency, l.invoice_no, min(l.tenant_id) over w < max(l.tenant_id) over w shared
                    from (select s.tenant_id, s.currency, s.invoice_no from portal.sales_history s group by 1, 2, 3
                          union all
                          select 0, u.currency, u.invoice_no from portal.unassigned_sales_history u group by 2, 3) l
                   where l.invoice_no <> '' window w as (partition by l.invoice_no, l.currency)) x where x.shared) e
    full join (select s.tenant_id, s.currency, s.invoice_no, true present from portal.sales_shared_invoices s) f
   using (tenant_id, currency, invoice_no)
   where expected is null or present is null group by 2, 3
   order by 1, 2, 3, 4
$$;
alter function portal.verify_sales() owner to portal_keeper;
