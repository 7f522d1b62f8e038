-- Builds the sums of these years of these tenants anew from the lines, in pairs (tenant 0: the unassigned lines); without
-- arguments, everything. Whoever reads meanwhile sees the sums of before.
create or replace function portal.rebuild_sales(of_tenants int[] default null, of_years int[] default null) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp set jit = off as $$
declare
  of_tenant int;
  tenants int[];
  years smallint[];
  everything boolean := of_tenants is null;
begin
  if everything then
    select array_agg(distinct r.tenant_id), array_agg(distinct r.year) into tenants, years from (
      select t.tenant_id, t.year from portal.sales_totals t
      union select s.tenant_id, s.year from portal.sales_history s
      union select 0, u.year from portal.unassigned_sales_history u) r;
    select array_agg(t), array_agg(y) into of_tenants, of_years from unnest(tenants || 0) t, unnest(years) y where y > 0;
    if of_tenants is null then return; end if; -- no lines and no sums
  end if;
  select array_agg(distinct t order by t) into tenants from unnest(of_tenants) t where t > 0;
  select array_agg(distinct y) into years from unnest(of_years) y where y > 0;
  foreach of_tenant in array coalesce(tenants, '{}') loop perform portal.lock_sales(of_tenant); end loop;
  if everything then -- sums that no line stands behind go too
    perform portal.lock_sales(0);
    delete from portal.sales_cells;
    delete from portal.sales_item_totals;
    delete from portal.sales_customer_totals;
    delete from portal.sales_totals;
  end if;

  perform portal.rebuild_sales_tenants(of_tenants, of_years);
  perform portal.rebuild_sales_totals(tenants);
  perform portal.lock_sales(0);
  perform portal.rebuild_sales_everybody(years, exists (select from unnest(of_tenants) t where t = 0));
  perform portal.rebuild_sales_totals('{0}');
  perform portal.rebuild_sales_names(tenants || 0);
end $$;

-- Cells, items and customers of the tenants.
create or replace function portal.rebuild_sales_tenants(of_tenants int[], of_years int[]) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan as $$
begin
  delete from portal.sales_cells x using unnest(of_tenants, of_years) r (t, y) where x.tenant_id = r.t and x.year = r.y and r.t > 0;
  delete from portal.sales_item_totals x using unnest(of_tenants, of_years) r (t, y) where x.tenant_id = r.t and x.year = r.y and r.t > 0;
  delete from portal.sales_customer_totals x using unnest(of_tenants, of_years) r (t, y) where x.tenant_id = r.t and x.year = r.y and r.t > 0;

  insert into portal.sales_cells
    select s.tenant_id, s.currency, s.customer_id, s.year, s.month, s.item_id, count(*), sum(s.quantity), sum(s.amount_cents)
      from portal.sales_history s
     where (s.tenant_id, s.year) in (select distinct r.t, r.y::smallint from unnest(of_tenants, of_years) r (t, y))
     group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6;
  insert into portal.sales_item_totals
    select x.tenant_id, x.currency, p, x.year, x.item_id, sum(x.lines), sum(x.quantity), sum(x.amount_cents)
      from (select c.tenant_id, c.currency, c.year, c.month, c.item_id, sum(c.lines) lines, sum(c.quantity) quantity,
                   sum(c.amount_cents) amount_cents
              from portal.sales_cells c
             where (c.tenant_id, c.year) in (select distinct r.t, r.y::smallint from unnest(of_tenants, of_years) r (t, y) where r.t > 0)
             group by 1, 2, 3, 4, 5) x, portal.periods_of(x.month) p
     group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5;
  insert into portal.sales_customer_totals
    select x.tenant_id, x.currency, p, x.year, x.customer_id, sum(x.lines), sum(x.quantity), sum(x.amount_cents)
      from (select c.tenant_id, c.currency, c.year, c.month, c.customer_id, sum(c.lines) lines, sum(c.quantity) quantity,
                   sum(c.amount_cents) amount_cents
              from portal.sales_cells c
             where (c.tenant_id, c.year) in (select distinct r.t, r.y::smallint from unnest(of_tenants, of_years) r (t, y) where r.t > 0)
             group by 1, 2, 3, 4, 5) x, portal.periods_of(x.month) p
     group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5;
end $$;

-- Items and customers of tenant 0 in these years, from those of the tenants and the unassigned lines' cells.
create or replace function portal.rebuild_sales_everybody(of_years smallint[], unassigned boolean) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan as $$
begin
  if unassigned then
    delete from portal.sales_cells x where x.tenant_id = 0 and x.year = any (of_years);
    insert into portal.sales_cells
      select 0, u.currency, u.customer_id, u.year, u.month, u.item_id, count(*), sum(u.quantity), sum(u.amount_cents)
        from portal.unassigned_sales_history u where u.year = any (of_years) group by 2, 3, 4, 5, 6 order by 2, 3, 4, 5, 6;
  end if;
  delete from portal.sales_item_totals x where x.tenant_id = 0 and x.year = any (of_years);
  insert into portal.sales_item_totals
    select 0, x.currency, x.period, x.year, x.item_id, sum(x.lines), sum(x.quantity), sum(x.amount_cents)
      from (select t.currency, t.period, t.year, t.item_id, t.lines, t.quantity, t.amount_cents
              from portal.sales_item_totals t where t.tenant_id > 0 and t.year = any (of_years)
            union all
            select c.currency, p, c.year, c.item_id, c.lines, c.quantity, c.amount_cents
              from portal.sales_cells c, portal.periods_of(c.month) p where c.tenant_id = 0 and c.year = any (of_years)) x
     group by 2, 3, 4, 5 order by 2, 3, 4, 5;
  delete from portal.sales_customer_totals x where x.tenant_id = 0 and x.year = any (of_years);
  insert into portal.sales_customer_totals
    select 0, x.currency, x.period, x.year, x.customer_id, sum(x.lines), sum(x.quantity), sum(x.amount_cents)
      from (select t.currency, t.period, t.year, t.customer_id, t.lines, t.quantity, t.amount_cents
              from portal.sales_customer_totals t where t.tenant_id > 0 and t.year = any (of_years)
            union all
            select c.currency, p, c.year, c.customer_id, c.lines, c.quantity, c.amount_cents
              from portal.sales_cells c, portal.periods_of(c.month) p where c.tenant_id = 0 and c.year = any (of_years)) x
     group by 2, 3, 4, 5 order by 2, 3, 4, 5;
end $$;

-- Distinct invoice numbers per period, counted from the lines; for tenant 0 over all of them.
create or replace function portal.count_sales_orders(of_tenants int[],
  out tenant_id int, out currency char(3), out period smallint, out year smallint, out orders bigint) returns setof record
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan as $$
begin
  return query
  with cell as materialized (
    select s.tenant_id, s.currency, s.invoice_no, s.year, s.month
      from portal.sales_history s where s.tenant_id = any (of_tenants) and s.invoice_no <> '' group by 1, 2, 3, 4, 5
    union all
    (select 0, s.currency, s.invoice_no, s.year, s.month
       from portal.sales_history s where 0 = any (of_tenants) and s.invoice_no <> ''
     union
     select 0, u.currency, u.invoice_no, u.year, u.month
       from portal.unassigned_sales_history u where 0 = any (of_tenants) and u.invoice_no <> '')
  ), invoice as materialized (
    select c.tenant_id, c.currency, c.invoice_no, count(*) months, min(c.year) as year, min(c.month) as month
      from cell c group by 1, 2, 3
  ), counted as (
    select i.tenant_id, i.currency, p as period, y as year, i.n
      from (select i.tenant_id, i.currency, i.year, i.month, count(*) n from invoice i where i.months = 1 group by 1, 2, 3, 4) i,
           portal.periods_of(i.month) p, lateral (values (i.year), (0::smallint)) v (y)
    union all
    select c.tenant_id, c.currency, p, y, count(distinct c.invoice_no)
      from invoice i join cell c using (tenant_id, currency, invoice_no),
           portal.periods_of(c.month) p, lateral (values (c.year), (0::smallint)) v (y)
     where i.months > 1 group by 1, 2, 3, 4
  )
  select k.tenant_id, k.currency, k.period, k.year, sum(k.n)::bigint from counted k group by 1, 2, 3, 4;
end $$;

-- Totals of the tenants, from the customers' sums.
create or replace function portal.rebuild_sales_totals(of_tenants int[]) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan as $$
begin
  delete from portal.sales_totals t where t.tenant_id = any (of_tenants);
  insert into portal.sales_totals
    select t.tenant_id, t.currency, t.period, t.year, t.lines, t.quantity, t.amount_cents, coalesce(o.orders, 0)
      from (select c.tenant_id, c.currency, c.period, y as year, sum(c.lines) lines, sum(c.quantity) quantity,
                   sum(c.amount_cents) amount_cents
              from portal.sales_customer_totals c, lateral (values (c.year), (0::smallint)) v (y)
             where c.tenant_id = any (of_tenants) group by 1, 2, 3, 4) t
      left join portal.count_sales_orders(of_tenants) o
        on o.tenant_id = t.tenant_id and o.currency = t.currency and o.period = t.period and o.year = t.year
     order by 1, 2, 3, 4;
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
  insert into portal.sales_items (tenant_id, item_id, item_no, item_name, product)
    select x.tenant_id, n.id, n.item_no, n.item_name, portal.display_product(n.item_no, n.item_name)
      from (select distinct t.tenant_id, t.item_id from portal.sales_item_totals t
             where t.tenant_id = any (of_tenants) and t.period = 17) x
      join portal.item_names n on n.id = x.item_id order by 1, 2
    on conflict do nothing;
  delete from portal.sales_customers s where s.tenant_id = any (of_tenants) and not exists (
    select from portal.sales_customer_totals t
     where t.tenant_id = s.tenant_id and t.period = 17 and t.customer_id = s.customer_id);
  insert into portal.sales_customers (tenant_id, customer_id, client_code, customer_name, customer)
    select x.tenant_id, n.id, n.client_code, n.customer_name, portal.display_customer(n.customer_name)
      from (select distinct t.tenant_id, t.customer_id from portal.sales_customer_totals t
             where t.tenant_id = any (of_tenants) and t.period = 17) x
      join portal.customer_names n on n.id = x.customer_id order by 1, 2
    on conflict do nothing;
end $$;

alter function portal.rebuild_sales(int[], int[]) owner to portal_keeper;
alter function portal.rebuild_sales_tenants(int[], int[]) owner to portal_keeper;
alter function portal.rebuild_sales_everybody(smallint[], boolean) owner to portal_keeper;
alter function portal.count_sales_orders(int[]) owner to portal_keeper;
alter function portal.rebuild_sales_totals(int[]) owner to portal_keeper;
alter function portal.rebuild_sales_names(int[]) owner to portal_keeper;
