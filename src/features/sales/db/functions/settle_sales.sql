-- The names under which the items and customers of these sums are shown, where they have none yet. Each is looked up by its key: the
-- plan is kept for the session, and must serve a line as well as a first load.
create or replace function portal.add_sales_names(sums portal.sales_sums[]) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off as $$
begin
  insert into portal.sales_items (tenant_id, dataset, item_id, item_no, item_name, product)
    select x.tenant_id, x.dataset, n.id, n.item_no, n.item_name, portal.display_product(n.item_no, n.item_name)
      from (select distinct s.tenant_id, s.dataset, s.key_id from unnest(sums) s where s.dimension = 1 and s.period = 17 and s.lines > 0) x
      join portal.item_names n on n.id = x.key_id
     where (select true from portal.sales_items s where s.tenant_id = x.tenant_id and s.dataset = x.dataset and s.item_id = x.key_id) is null
    on conflict do nothing;
  insert into portal.sales_customers (tenant_id, dataset, customer_id, client_code, customer_name, customer)
    select x.tenant_id, x.dataset, n.id, n.client_code, n.customer_name, portal.display_customer(n.customer_name)
      from (select distinct s.tenant_id, s.dataset, s.key_id from unnest(sums) s where s.dimension = 2 and s.period = 17 and s.lines > 0) x
      join portal.customer_names n on n.id = x.key_id
     where (select true from portal.sales_customers s where s.tenant_id = x.tenant_id and s.dataset = x.dataset and s.customer_id = x.key_id) is null
    on conflict do nothing;
end $$;

-- Drops what came to nothing of these sums, and the names that a tenant has no sales of any more.
create or replace function portal.drop_empty_sales_sums(gone portal.sales_sums[]) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan as $$
declare tenants constant int[] := array(select distinct g.tenant_id from unnest(gone) g);
begin
  delete from portal.sales_sums s using unnest(gone) g
   where s.tenant_id = g.tenant_id and s.dataset = g.dataset and s.dimension = g.dimension and s.period = g.period
     and s.year = g.year and s.key_id = g.key_id and s.currency = g.currency;
  delete from portal.sales_items i using unnest(gone) g
   where g.dimension = 1 and g.period = 17 and i.tenant_id = g.tenant_id and i.dataset = g.dataset and i.item_id = g.key_id
     and (i.tenant_id, i.dataset, i.item_id) not in (select s.tenant_id, s.dataset, s.key_id from portal.sales_sums s
       where s.tenant_id = any (tenants) and s.dimension = 1 and s.period = 17);
  delete from portal.sales_customers c using unnest(gone) g
   where g.dimension = 2 and g.period = 17 and c.tenant_id = g.tenant_id and c.dataset = g.dataset and c.customer_id = g.key_id
     and (c.tenant_id, c.dataset, c.customer_id) not in (select s.tenant_id, s.dataset, s.key_id from portal.sales_sums s
       where s.tenant_id = any (tenants) and s.dimension = 2 and s.period = 17);
end $$;

-- The smallest write: one new line, the first of its order. Answers the yearly sums that it added to; null: it is another write, which goes
-- the general way and takes half a millisecond longer to begin.
create or replace function portal.add_one_sale() returns portal.sales_sums[]
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off as $$
declare
  one portal.sales_changes;
  kept portal.sales_sums[];
begin
  select c.* into one from portal.sales_changes c
   where c.xid = pg_current_xact_id() and c.lines = 1
     and not exists (select from portal.sales_changes o where o.xid = pg_current_xact_id() offset 1)
     and not exists (select from portal.sales_order_months m
       where m.order_no = c.order_no and m.dataset = c.dataset and m.currency = c.currency);
  if not found then return null; end if;
  delete from portal.sales_changes c where c.xid = one.xid;
  if one.order_no <> '' then
    insert into portal.sales_order_months values (one.order_no, one.dataset, one.currency, one.tenant_id, one.year, one.month, 1);
  end if;
  insert into portal.sales_pairs as p
    values (one.tenant_id, one.dataset, one.year, one.item_id, one.customer_id, one.currency, 1, one.quantity, one.amount_cents)
    on conflict (tenant_id, dataset, year, item_id, customer_id, currency) do update set lines = p.lines + 1,
      quantity = p.quantity + excluded.quantity, amount_cents = p.amount_cents + excluded.amount_cents;
  with kept as (
    insert into portal.sales_sums as t
    select own * one.tenant_id, one.dataset, s.dimension, s.period, s.year, s.key_id, one.currency, 1,
           (s.dimension = 0 and one.order_no <> '')::int, one.quantity, one.amount_cents
      from (values (1), (0)) o (own), (values
        (0, one.month, one.year, 0), (0, 13 + (one.month - 1) / 3, one.year, 0), (0, 17, one.year, 0),
        (0, one.month, 0, 0), (0, 13 + (one.month - 1) / 3, 0, 0), (0, 17, 0, 0),
        (1, one.month, one.year, one.item_id), (1, 17, one.year, one.item_id),
        (2, one.month, one.year, one.customer_id), (2, 17, one.year, one.customer_id)) s (dimension, period, year, key_id)
    on conflict (tenant_id, dataset, dimension, period, year, key_id, currency) do update set lines = t.lines + 1,
      orders = t.orders + excluded.orders, quantity = t.quantity + excluded.quantity, amount_cents = t.amount_cents + excluded.amount_cents
    returning t.*
  )
  select array_agg(row(k.*)::portal.sales_sums) into kept from kept k where k.dimension > 0 and k.period = 17;
  return kept;
end $$;

-- Adds what the transaction changed to every sum above it: it adds differences alone and reads no line, so that lines that come, go,
-- change or move to another tenant are one case. Answers the yearly sums of items and customers that it changed, and all sums that no
-- line stands behind any more.
-- Distinct orders: of each that was touched, where it lies now and lay before. Those that lie in one month of one tenant, then and
-- now, add up like money; the few others are worked out period by period.
-- One planner setting is needed: the plan is kept for the session, and made while the tables were empty it would read them whole for each
-- order (60,000 lines taken away: 85 s of the processor instead of 1.5, docs/decisions/0005-sales-rollup-tables.md).
create or replace function portal.add_sales_changes() returns portal.sales_sums[]
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off set work_mem = '64MB' as $$
declare kept portal.sales_sums[];
begin
  with change as (
    delete from portal.sales_changes c where c.xid = pg_current_xact_id() returning *
  ), pair as (
    insert into portal.sales_pairs as p
    select c.tenant_id, c.dataset, c.year, c.item_id, c.customer_id, c.currency, sum(c.lines)::int, portal.total(c.quantity), portal.total(c.amount_cents)
      from change c group by c.item_id, c.customer_id, c.tenant_id, c.year, c.dataset, c.currency order by 1, 2, 3, 4, 5, 6
    on conflict (tenant_id, dataset, year, item_id, customer_id, currency) do update set lines = p.lines + excluded.lines,
      quantity = p.quantity + excluded.quantity, amount_cents = p.amount_cents + excluded.amount_cents
  ), cell as ( -- a tenant's month: by item, by customer, in all
    select c.tenant_id, c.dataset, c.currency, c.year, c.month,
           (case when grouping(c.item_id) = 0 then 1 when grouping(c.customer_id) = 0 then 2 else 0 end)::smallint as dimension,
           coalesce(c.item_id, c.customer_id, 0) as key_id, sum(c.lines)::int as lines,
           portal.total(c.quantity) as quantity, portal.total(c.amount_cents) as amount_cents
      from change c group by c.tenant_id, c.dataset, c.currency, c.year, c.month, grouping sets ((c.item_id), (c.customer_id), ())
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
  ), order_change as materialized (
    select c.order_no, c.dataset, c.currency, c.tenant_id, c.year, c.month, sum(c.lines)::int as lines
      from change c where c.order_no <> '' group by 1, 2, 3, 4, 5, 6
  ), order_month as (
    insert into portal.sales_order_months as o select * from order_change order by 1, 2, 3, 4, 5, 6
    on conflict (order_no, dataset, currency, tenant_id, year, month) do update set lines = o.lines + excluded.lines
  ), order_cell as materialized ( -- every month of the touched orders: before (the table as this statement found it) and now
    select x.order_no, x.dataset, x.currency, x.tenant_id, x.year, x.month, sum(x.was) > 0 as was, sum(x.was + x.added) > 0 as now,
           count(*) over (partition by x.order_no, x.dataset, x.currency) = 1 as alone
      from (select k.order_no, k.dataset, k.currency, k.tenant_id, k.year, k.month, k.lines as was, 0 as added
              from (select distinct c.order_no, c.dataset, c.currency from order_change c) t
              cross join lateral (select * from portal.sales_order_months m
                where m.order_no = t.order_no and m.dataset = t.dataset and m.currency = t.currency offset 0) k
            union all
            select c.order_no, c.dataset, c.currency, c.tenant_id, c.year, c.month, 0, c.lines from order_change c) x
     group by 1, 2, 3, 4, 5, 6
  ), shared as ( -- what is no longer shared may stay: it counts as one
    insert into portal.sales_shared_orders
    select distinct s.tenant_id, s.dataset, s.currency, s.order_no
      from (select c.*, min(c.tenant_id) over o < max(c.tenant_id) over o as shared
              from order_cell c where c.now and not c.alone window o as (partition by c.order_no, c.dataset, c.currency)) s
     where s.shared order by 1, 2, 3, 4
    on conflict do nothing
  ), total as (
    select c.tenant_id, c.dataset, c.currency, c.year, c.month, c.lines, 0 as orders, c.quantity, c.amount_cents from cell c where c.dimension = 0
    union all
    select c.tenant_id, c.dataset, c.currency, c.year, c.month, 0, sum(c.now::int - c.was::int)::int, 0, 0
      from order_cell c where c.alone group by 1, 2, 3, 4, 5
  ), spread_order as (
    select own * c.tenant_id as tenant_id, c.dataset, p.period, y.year, c.currency, bool_or(c.now)::int - bool_or(c.was)::int as orders
      from order_cell c, (values (1), (0)) s (own), portal.periods_of(c.month) p, lateral (values (c.year), (0::smallint)) y (year)
     where not c.alone group by c.order_no, 1, 2, 3, 4, 5
  ), kept as (
    insert into portal.sales_sums as t
    select * from (
      select s.tenant_id, s.dataset, s.dimension, s.period, s.year, s.key_id, s.currency, s.lines, 0 as orders, s.quantity, s.amount_cents from spread s
      union all
      select x.tenant_id, x.dataset, 0::smallint, x.period, x.year, 0, x.currency, sum(x.lines)::int, sum(x.orders)::int,
             portal.total(x.quantity), portal.total(x.amount_cents)
        from (select own * t.tenant_id as tenant_id, t.dataset, p.period, y.year, t.currency, t.lines, t.orders, t.quantity, t.amount_cents
                from total t, (values (1), (0)) s (own), portal.periods_of(t.month) p, lateral (values (t.year), (0::smallint)) y (year)
              union all
              select o.tenant_id, o.dataset, o.period, o.year, o.currency, 0, o.orders, 0, 0 from spread_order o) x
       group by 1, 2, 4, 5, 7) z
     where (z.lines, z.orders, z.quantity, z.amount_cents) <> (0, 0, 0, 0)
     order by 1, 2, 3, 4, 5, 6, 7
    on conflict (tenant_id, dataset, dimension, period, year, key_id, currency) do update set lines = t.lines + excluded.lines,
      orders = t.orders + excluded.orders, quantity = t.quantity + excluded.quantity, amount_cents = t.amount_cents + excluded.amount_cents
    returning t.*
  )
  select array_agg(row(k.*)::portal.sales_sums) into kept from kept k where k.dimension > 0 and k.period = 17 or k.lines = 0;
  return kept;
end $$;

-- A month, its quarter and its year: the periods that a line of that month counts in. No pinned search_path, so that it
-- is expanded into the query; the callers pin theirs.
create or replace function portal.periods_of(month smallint) returns table (period smallint)
  language sql immutable parallel safe rows 3 as $$
  select v.period from (values (month), ((13 + (month - 1) / 3)::smallint), (17::smallint)) v (period)
$$;

-- Taken before the sums, shared by writers: no display rule changes between the look at it and the commit. No pinned search_path
-- here and in what follows, so that they are expanded; the callers pin theirs.
create or replace function portal.lock_display_rules(for_change boolean) returns void
  language sql volatile as $$
  select case when for_change then pg_advisory_xact_lock(1935764844, -1) else pg_advisory_xact_lock_shared(1935764844, -1) end
$$;

-- One writer of sums at a time. By the commit a transaction has all the locks of lines that it wants, so that no circle can form.
create or replace function portal.lock_sales() returns void
  language sql volatile as $$ select pg_advisory_xact_lock(1935764844, 0) $$;

-- Brings the sums up to the lines that this transaction wrote, and moves the data version of the tenants. The commit calls
-- it; a transaction that wants to read its own sums, or take other locks after these, calls it earlier. Raises 25001 in any isolation
-- but read committed, where it could not see what the transactions before it committed, and 23503 for lines of a tenant that does not exist.
create or replace function portal.settle_sales() returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  rebuilt smallint[];
  anew int[];
  touched int[];
  unknown int;
  kept portal.sales_sums[];
  gone portal.sales_sums[];
begin
  delete from portal.sales_unsettled u where u.xid = pg_current_xact_id() returning u.anew into rebuilt;
  if not found then return; end if;
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'sales are written in read committed transactions' using errcode = '25001';
  end if;
  perform portal.lock_display_rules(false);
  perform portal.lock_sales();
  if rebuilt <> '{}' then
    delete from portal.sales_changes c where c.xid = pg_current_xact_id() and c.dataset = any (rebuilt);
    anew := portal.rebuild_sales(rebuilt);
  end if;

  touched := array(select distinct c.tenant_id from portal.sales_changes c where c.xid = pg_current_xact_id() and c.tenant_id > 0);
  select t into unknown from unnest(anew || touched) t where not exists (select from portal.tenants n where n.id = t);
  if found then raise exception 'sales of tenant %, which does not exist', unknown using errcode = '23503'; end if;

  if exists (select from portal.sales_changes c where c.xid = pg_current_xact_id()) then
    kept := portal.add_one_sale();
    if kept is null then
      kept := portal.add_sales_changes();
      gone := array(select k::portal.sales_sums from unnest(kept) k where k.lines = 0);
      if gone <> '{}' then perform portal.drop_empty_sales_sums(gone); end if;
    end if;
    perform portal.add_sales_names(kept);
    perform portal.touch_data('sales', touched);
  end if;
end $$;

alter function portal.add_sales_names(portal.sales_sums[]) owner to portal_keeper;
alter function portal.drop_empty_sales_sums(portal.sales_sums[]) owner to portal_keeper;
alter function portal.add_one_sale() owner to portal_keeper;
alter function portal.add_sales_changes() owner to portal_keeper;
alter function portal.settle_sales() owner to portal_keeper;
grant execute on function portal.periods_of(smallint), portal.lock_sales(), portal.lock_display_rules(boolean) to portal_keeper;
grant execute on function portal.settle_sales() to portal_ingest;
grant execute on function portal.lock_display_rules(boolean) to portal_admin;
