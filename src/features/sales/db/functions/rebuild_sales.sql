-- Builds the sums of these years of these tenants anew from the lines (tenant 0: the unassigned lines); without arguments,
-- everything. Whoever reads meanwhile sees the sums of before.
create or replace function portal.rebuild_sales(of_tenants int[] default null, of_years int[] default null) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp set jit = off set work_mem = '128MB' as $$
declare
  of_tenant int;
  tenants int[] := of_tenants;
  years smallint[] := of_years;
  everything boolean := of_tenants is null;
begin
  perform portal.lock_display_rules(false);
  if everything then
    select array_agg(distinct r.tenant_id), array_agg(distinct r.year) filter (where r.year > 0) into tenants, years from (
      select t.tenant_id, t.year from portal.sales_totals t
      union select s.tenant_id, s.year from portal.sales_history s
      union select 0, u.year from portal.unassigned_sales_history u) r;
  end if;
  select array_agg(distinct t order by t) into tenants from unnest(tenants) t where t > 0;
  foreach of_tenant in array coalesce(tenants, '{}') loop
    perform portal.lock_sales(of_tenant), portal.refuse_unknown_tenant(of_tenant);
  end loop;
  if everything then -- sums that no line stands behind go too
    perform portal.lock_sales(0);
    delete from portal.sales_item_totals;
    delete from portal.sales_customer_totals;
    delete from portal.sales_totals;
    delete from portal.sales_repeated_orders;
  end if;

  perform portal.rebuild_sales_tenants(tenants, years);
  perform portal.rebuild_sales_totals(tenants);
  perform portal.lock_sales(0);
  perform portal.rebuild_sales_everybody(years);
  perform portal.rebuild_sales_totals('{0}');
  perform portal.rebuild_sales_names(tenants || 0);
  perform portal.touch_data('sales', coalesce(tenants, '{}'));
end $$;

-- Items and customers of the tenants. Here too the most varied column leads each grouping.
create or replace function portal.rebuild_sales_tenants(of_tenants int[], of_years smallint[]) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan as $$
begin
  delete from portal.sales_item_totals t where t.tenant_id = any (of_tenants) and t.year = any (of_years);
  with monthly as materialized (
    select s.tenant_id, s.currency, s.month, s.year, s.item_id, count(*)::int lines, portal.total(s.quantity) quantity,
           portal.total(s.amount_cents) amount_cents
      from portal.sales_history s where s.tenant_id = any (of_tenants) and s.year = any (of_years) group by s.item_id, s.tenant_id, s.month, s.year, s.currency
  )
  insert into portal.sales_item_totals
    select * from (
      select * from monthly
      union all
      select m.tenant_id, m.currency, 17, m.year, m.item_id, sum(m.lines)::int, portal.total(m.quantity), portal.total(m.amount_cents)
        from monthly m group by m.item_id, m.tenant_id, m.year, m.currency) x
     order by x.tenant_id, x.month, x.year, x.item_id;

  delete from portal.sales_customer_totals t where t.tenant_id = any (of_tenants) and t.year = any (of_years);
  with monthly as materialized (
    select s.tenant_id, s.currency, s.month, s.year, s.customer_id, count(*)::int lines, portal.total(s.quantity) quantity,
           portal.total(s.amount_cents) amount_cents
      from portal.sales_history s where s.tenant_id = any (of_tenants) and s.year = any (of_years) group by s.customer_id, s.tenant_id, s.month, s.year, s.currency
  )
  insert into portal.sales_customer_totals
    select * from (
      select * from monthly
      union all
      select m.tenant_id, m.currency, 17, m.year, m.customer_id, sum(m.lines)::int, portal.total(m.quantity), portal.total(m.amount_cents)
        from monthly m group by m.customer_id, m.tenant_id, m.year, m.currency) x
     order by x.tenant_id, x.month, x.year, x.customer_id;
end $$;

-- Items and customers of tenant 0, from those of the tenants and the unassigned lines.
create or replace function portal.rebuild_sales_everybody(of_years smallint[]) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan as $$
begin
  delete from portal.sales_item_totals t where t.tenant_id = 0 and t.year = any (of_years);
  insert into portal.sales_item_totals
    select 0, x.currency, x.period, x.year, x.item_id, sum(x.lines)::int, portal.total(x.quantity), portal.total(x.amount_cents)
      from (select t.currency, t.period, t.year, t.item_id, t.lines, t.quantity, t.amount_cents
              from portal.sales_item_totals t where t.tenant_id > 0 and t.year = any (of_years)
            union all
            select u.currency, p, u.year, u.item_id, 1, u.quantity, u.amount_cents
              from portal.unassigned_sales_history u, lateral (values (u.month), (17::smallint)) v (p)
             where u.year = any (of_years)) x
     group by x.item_id, x.period, x.year, x.currency order by 3, 4, 5;
  delete from portal.sales_customer_totals t where t.tenant_id = 0 and t.year = any (of_years);
  insert into portal.sales_customer_totals
    select 0, x.currency, x.period, x.year, x.customer_id, sum(x.lines)::int, portal.total(x.quantity), portal.total(x.amount_cents)
      from (select t.currency, t.period, t.year, t.customer_id, t.lines, t.quantity, t.amount_cents
              from portal.sales_customer_totals t where t.tenant_id > 0 and t.year = any (of_years)
            union all
            select u.currency, p, u.year, u.customer_id, 1, u.quantity, u.amount_cents
              from portal.unassigned_sales_history u, lateral (values (u.month), (17::smallint)) v (p)
             where u.year = any (of_years)) x
     group by x.customer_id, x.period, x.year, x.currency order by 3, 4, 5;
end $$;

-- Distinct invoice numbers of each month, counted from the lines, and of other periods (year 0: all years) how often the months'
-- counts repeat one; for tenant 0 over all lines.
create or replace function portal.count_sales_orders(of_tenants int[],
  out tenant_id int, out currency char(3), out period smallint, out year smallint, out orders bigint, out repeated bigint) returns setof record
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan as $$
begin
  return query
  with cell as materialized (
    select s.tenant_id, s.currency, s.invoice_no, s.year, s.month
      from portal.sales_history s where s.tenant_id = any (of_tenants) and s.invoice_no <> ''
     group by s.invoice_no, s.tenant_id, s.month, s.year, s.currency
    union all
    select 0, e.currency, e.invoice_no, e.year, e.month
      from (select s.currency, s.invoice_no, s.year, s.month
              from portal.sales_history s where 0 = any (of_tenants) and s.invoice_no <> ''
            union all
            select u.currency, u.invoice_no, u.year, u.month
              from portal.unassigned_sales_history u where 0 = any (of_tenants) and u.invoice_no <> '') e
     group by e.invoice_no, e.month, e.year, e.currency
  ), invoice as materialized (
    select c.tenant_id, c.currency, c.invoice_no, count(*) months, min(c.year) as year, min(c.month) as month
      from cell c group by c.invoice_no, c.tenant_id, c.currency
  ), counted as (
    select i.tenant_id, i.currency, i.month as period, i.year, count(*) n, 0 repeated from invoice i where i.months = 1 group by 1, 2, 3, 4
    union all
    select c.tenant_id, c.currency, p, y, case when p <= 12 and y > 0 then count(*) else 0 end, count(*) - count(distinct c.invoice_no)
      from invoice i join cell c using (tenant_id, currency, invoice_no),
           portal.periods_of(c.month) v (p), lateral (values (c.year), (0::smallint)) w (y)
     where i.months > 1 group by 1, 2, 3, 4
  )
  select k.tenant_id, k.currency, k.period, k.year, sum(k.n)::bigint, sum(k.repeated)::bigint from counted k group by 1, 2, 3, 4;
end $$;

-- Totals of the tenants' months, from those of the customers.
create or replace function portal.rebuild_sales_totals(of_tenants int[]) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan as $$
begin
  delete from portal.sales_totals t where t.tenant_id = any (of_tenants);
  delete from portal.sales_repeated_orders r where r.tenant_id = any (of_tenants);
  with counted as materialized (
    select o.* from portal.count_sales_orders(of_tenants) o
  ), repeats as (
    insert into portal.sales_repeated_orders (tenant_id, period, year, currency, orders)
      select o.tenant_id, o.period, o.year, o.currency, o.repeated from counted o where o.repeated > 0
  )
  insert into portal.sales_totals (tenant_id, currency, month, year, lines, quantity, amount_cents, orders)
    select m.tenant_id, m.currency, m.period, m.year, m.lines, m.quantity, m.amount_cents, coalesce(o.orders, 0)
      from (select c.tenant_id, c.currency, c.period, c.year, sum(c.lines) lines, portal.total(c.quantity) quantity,
                   portal.total(c.amount_cents) amount_cents
              from portal.sales_customer_totals c where c.tenant_id = any (of_tenants) and c.period <= 12 group by 1, 2, 3, 4) m
      left join counted o on o.tenant_id = m.tenant_id and o.currency = m.currency and o.period = m.period and o.year = m.year
     order by 1, 4, 3, 2;
  if 0 = any (of_tenants) then
    delete from portal.sales_shared_invoices;
    insert into portal.sales_shared_invoices
      select distinct s.tenant_id, s.currency, s.invoice_no
        from (select x.tenant_id, x.currency, x.invoice_no,
                     min(x.tenant_id) over w < max(x.tenant_id) over w shared
                from (select h.tenant_id, h.currency, h.invoice_no from portal.sales_history h group by 1, 2, 3
                      union all
                      select 0, u.currency, u.invoice_no from portal.unassigned_sales_history u group by 2, 3) x
               where x.invoice_no <> '' window w as (partition by x.invoice_no, x.currency)) s
       where s.shared order by 1, 2, 3;
  end if;
end $$;

create or replace function portal.rebuild_sales_names(of_tenants int[]) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan as $$
begin
  delete from portal.sales_items s where s.tenant_id = any (of_tenants) and not exists (
    select from portal.sales_item_totals t where t.tenant_id = s.tenant_id and t.period = 17 and t.item_id = s.item_id);
  insert into portal.sales_items as s (tenant_id, item_id, item_no, item_name, product)
    select x.tenant_id, n.id, n.item_no, n.item_name, portal.display_product(n.item_no, n.item_name)
      from (select distinct t.tenant_id, t.item_id from portal.sales_item_totals t
             where t.tenant_id = any (of_tenants) and t.period = 17) x
      join portal.item_names n on n.id = x.item_id order by 1, 2
    on conflict (tenant_id, item_id) do update set product = excluded.product where s.product <> excluded.product;
  delete from portal.sales_customers s where s.tenant_id = any (of_tenants) and not exists (
    select from portal.sales_customer_totals t
     where t.tenant_id = s.tenant_id and t.period = 17 and t.customer_id = s.customer_id);
  insert into portal.sales_customers as s (tenant_id, customer_id, client_code, customer_name, customer)
    select x.tenant_id, n.id, n.client_code, n.customer_name, portal.display_customer(n.customer_name)
      from (select distinct t.tenant_id, t.customer_id from portal.sales_customer_totals t
             where t.tenant_id = any (of_tenants) and t.period = 17) x
      join portal.customer_names n on n.id = x.customer_id order by 1, 2
    on conflict (tenant_id, customer_id) do update set customer = excluded.customer where s.customer <> excluded.customer;
end $$;

alter function portal.rebuild_sales(int[], int[]) owner to portal_keeper;
alter function portal.rebuild_sales_tenants(int[], smallint[]) owner to portal_keeper;
alter function portal.rebuild_sales_everybody(smallint[]) owner to portal_keeper;
alter function portal.count_sales_orders(int[]) owner to portal_keeper;
alter function portal.rebuild_sales_totals(int[]) owner to portal_keeper;
alter function portal.rebuild_sales_names(int[]) owner to portal_keeper;
