-- What the sums have to be, counted from the lines: portal.verify_sales compares with it, portal.rebuild_sales copies it. No pinned
-- search_path, so that it is expanded into the query; the callers pin theirs.
create or replace function portal.true_sales_sums(of_datasets smallint[]) returns setof portal.sales_sums
  language sql stable as $$
with cell as materialized (
  select l.tenant_id, l.dataset, l.currency, l.year, l.month,
         (case when grouping(l.item_id) = 0 then 1 when grouping(l.customer_id) = 0 then 2 else 0 end)::smallint as dimension,
         coalesce(l.item_id, l.customer_id, 0) as key_id, count(*)::int as lines, portal.total(l.quantity) as quantity,
         portal.total(l.amount_cents) as amount_cents
    from portal.sales_lines l where l.dataset = any (of_datasets)
   group by grouping sets ((l.item_id, l.tenant_id, l.dataset, l.currency, l.year, l.month),
     (l.customer_id, l.tenant_id, l.dataset, l.currency, l.year, l.month), (l.tenant_id, l.dataset, l.currency, l.year, l.month))
), everybody as materialized (
  select 0 as tenant_id, c.dataset, c.currency, c.year, c.month, c.dimension, c.key_id, sum(c.lines)::int as lines,
         portal.total(c.quantity) as quantity, portal.total(c.amount_cents) as amount_cents
    from cell c where c.dimension > 0 group by c.key_id, c.month, c.year, c.dimension, c.dataset, c.currency
), spread as ( -- items and customers: their months, and the years of these
  select m.tenant_id, m.dataset, m.dimension, m.month as period, m.year, m.key_id, m.currency, m.lines, m.quantity, m.amount_cents
    from (select * from cell c where c.dimension > 0 union all select * from everybody) m
  union all
  select m.tenant_id, m.dataset, m.dimension, 17, m.year, m.key_id, m.currency, sum(m.lines)::int, portal.total(m.quantity), portal.total(m.amount_cents)
    from (select * from cell c where c.dimension > 0 union all select * from everybody) m
   group by m.key_id, m.tenant_id, m.year, m.dimension, m.dataset, m.currency
), order_cell as materialized (
  select l.order_no, l.dataset, l.currency, l.tenant_id, l.year, l.month
    from portal.sales_lines l where l.dataset = any (of_datasets) and l.order_no <> '' group by 1, 2, 3, 4, 5, 6
), placed as materialized ( -- nearly all orders lie in one month of one tenant: these can be added up
  select c.order_no, c.dataset, c.currency, min(c.tenant_id) as tenant_id, min(c.year) as year, min(c.month) as month, count(*) = 1 as alone
    from order_cell c group by 1, 2, 3
), order_count as (
  select own * u.tenant_id as tenant_id, u.dataset, p.period, y.year, u.currency, sum(u.n)::int as orders
    from (select p.tenant_id, p.dataset, p.currency, p.year, p.month, count(*) n from placed p where p.alone group by 1, 2, 3, 4, 5) u,
         (values (1), (0)) s (own), portal.periods_of(u.month) p, lateral (values (u.year), (0::smallint)) y (year)
   group by 1, 2, 3, 4, 5
  union all
  select own * c.tenant_id, c.dataset, p.period, y.year, c.currency, count(distinct c.order_no)::int
    from placed o join order_cell c using (order_no, dataset, currency),
         (values (1), (0)) s (own), portal.periods_of(c.month) p, lateral (values (c.year), (0::smallint)) y (year)
   where not o.alone group by 1, 2, 3, 4, 5
)
select s.tenant_id, s.dataset, s.dimension, s.period, s.year, s.key_id, s.currency, s.lines, 0, s.quantity, s.amount_cents from spread s
union all
select x.tenant_id, x.dataset, 0::smallint, x.period, x.year, 0, x.currency, sum(x.lines)::int, sum(x.orders)::int,
       portal.total(x.quantity), portal.total(x.amount_cents)
  from (select own * c.tenant_id as tenant_id, c.dataset, p.period, y.year, c.currency, c.lines, 0 as orders, c.quantity, c.amount_cents
          from cell c, (values (1), (0)) s (own), portal.periods_of(c.month) p, lateral (values (c.year), (0::smallint)) y (year)
         where c.dimension = 0
        union all
        select o.tenant_id, o.dataset, o.period, o.year, o.currency, 0, o.orders, 0, 0 from order_count o) x
 group by 1, 2, 4, 5, 7
$$;

create or replace function portal.true_sales_pairs(of_datasets smallint[]) returns setof portal.sales_pairs
  language sql stable as $$
  select l.tenant_id, l.dataset, l.year, l.item_id, l.customer_id, l.currency, count(*)::int, portal.total(l.quantity), portal.total(l.amount_cents)
    from portal.sales_lines l where l.dataset = any (of_datasets)
   group by l.item_id, l.customer_id, l.tenant_id, l.year, l.dataset, l.currency
$$;

create or replace function portal.true_sales_order_months(of_datasets smallint[]) returns setof portal.sales_order_months
  language sql stable as $$
  select l.order_no, l.dataset, l.currency, l.tenant_id, l.year, l.month, count(*)::int
    from portal.sales_lines l where l.dataset = any (of_datasets) and l.order_no <> '' group by 1, 2, 3, 4, 5, 6
$$;

-- Builds the sums and names of these datasets anew from the lines, and moves the data version of the tenants whose they were
-- or are; answers these. Whoever reads meanwhile sees those of before.
create or replace function portal.rebuild_sales(of_datasets smallint[] default '{1, 2}') returns int[]
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp set jit = off set work_mem = '128MB'
  set plan_cache_mode = force_custom_plan as $$
declare touched int[];
begin
  perform portal.lock_display_rules(false);
  perform portal.lock_sales();
  touched := array(select distinct s.tenant_id from portal.sales_sums s where s.dataset = any (of_datasets));
  delete from portal.sales_sums s where s.dataset = any (of_datasets);
  insert into portal.sales_sums select t.* from portal.true_sales_sums(of_datasets) t order by 1, 2, 3, 4, 5, 6, 7;
  delete from portal.sales_pairs p where p.dataset = any (of_datasets);
  insert into portal.sales_pairs select p.* from portal.true_sales_pairs(of_datasets) p order by 1, 2, 3, 4, 5, 6;
  delete from portal.sales_order_months m where m.dataset = any (of_datasets);
  insert into portal.sales_order_months select m.* from portal.true_sales_order_months(of_datasets) m order by 1, 2, 3, 4, 5, 6;
  delete from portal.sales_shared_orders s where s.dataset = any (of_datasets);
  insert into portal.sales_shared_orders select s.* from portal.shared_sales_orders(of_datasets) s order by 1, 2, 3, 4;

  delete from portal.sales_items i where i.dataset = any (of_datasets) and (i.tenant_id, i.dataset, i.item_id) not in (
    select s.tenant_id, s.dataset, s.key_id from portal.sales_sums s where s.dataset = any (of_datasets) and s.dimension = 1 and s.period = 17);
  insert into portal.sales_items as i (tenant_id, dataset, item_id, item_no, item_name, product)
    select s.tenant_id, s.dataset, n.id, n.item_no, n.item_name, portal.display_product(n.item_no, n.item_name)
      from (select distinct s.tenant_id, s.dataset, s.key_id from portal.sales_sums s
             where s.dataset = any (of_datasets) and s.dimension = 1 and s.period = 17) s
      join portal.item_names n on n.id = s.key_id order by 1, 2, 3
    on conflict (tenant_id, dataset, item_id) do update set product = excluded.product where i.product <> excluded.product;
  delete from portal.sales_customers c where c.dataset = any (of_datasets) and (c.tenant_id, c.dataset, c.customer_id) not in (
    select s.tenant_id, s.dataset, s.key_id from portal.sales_sums s where s.dataset = any (of_datasets) and s.dimension = 2 and s.period = 17);
  insert into portal.sales_customers as c (tenant_id, dataset, customer_id, client_code, customer_name, customer)
    select s.tenant_id, s.dataset, n.id, n.client_code, n.customer_name, portal.display_customer(n.customer_name)
      from (select distinct s.tenant_id, s.dataset, s.key_id from portal.sales_sums s
             where s.dataset = any (of_datasets) and s.dimension = 2 and s.period = 17) s
      join portal.customer_names n on n.id = s.key_id order by 1, 2, 3
    on conflict (tenant_id, dataset, customer_id) do update set customer = excluded.customer where c.customer <> excluded.customer;
  touched := array(select distinct t from (
    select unnest(touched) t union all select s.tenant_id from portal.sales_sums s where s.dataset = any (of_datasets)) x where t > 0);
  perform portal.touch_data('sales', touched);
  return touched;
end $$;

-- Orders that several tenants have lines of, once for each of these.
create or replace function portal.shared_sales_orders(of_datasets smallint[])
  returns table (tenant_id int, dataset smallint, currency char(3), order_no text)
  language sql stable as $$
  select distinct m.tenant_id, m.dataset, m.currency, m.order_no
    from (select m.*, min(m.tenant_id) over o < max(m.tenant_id) over o as shared from portal.sales_order_months m
           where m.dataset = any (of_datasets) and m.lines > 0 window o as (partition by m.order_no, m.dataset, m.currency)) m
   where m.shared
$$;

alter function portal.rebuild_sales(smallint[]) owner to portal_keeper;
grant execute on function portal.true_sales_sums(smallint[]), portal.true_sales_pairs(smallint[]),
  portal.true_sales_order_months(smallint[]), portal.shared_sales_orders(smallint[]) to portal_keeper;
