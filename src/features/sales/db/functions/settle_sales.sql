-- A month, its quarter and its year: the periods that a line of that month counts in. No pinned search_path, so that it
-- is expanded into the query; the callers pin theirs.
create or replace function portal.periods_of(month smallint) returns table (period smallint)
  language sql immutable parallel safe rows 3 as $$
  select v.period from (values (month), ((13 + (month - 1) / 3)::smallint), (17::smallint)) v (period)
$$;

-- Adds what the transaction changed to the sums of its tenants (own) and to those of tenant 0 (everybody).
-- The most varied column leads each grouping: comparing currencies first would take most of the time. Names are looked up one by
-- one, by their keys: a plan that was made for few is kept, and must serve many.
create or replace function portal.add_sales_sums(own boolean, everybody boolean) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan
  set work_mem = '64MB' set jit = off set enable_sort = off set enable_seqscan = off as $$
begin
  with changed_items as materialized (
    select case when own then c.tenant_id else 0 end tenant_id, c.currency, c.year, c.month, c.item_id,
           sum(c.lines)::int lines, portal.total(c.quantity) quantity, portal.total(c.amount_cents) amount_cents
      from portal.sales_changes c where c.xid = pg_current_xact_id() group by c.item_id, 1, c.month, c.year, c.currency
  ), item as materialized (
    select * from changed_items where tenant_id > 0
    union all
    select 0, currency, year, month, item_id, sum(lines)::int, portal.total(quantity), portal.total(amount_cents)
      from changed_items where everybody group by item_id, month, year, currency
  ), changed_customers as materialized (
    select case when own then c.tenant_id else 0 end tenant_id, c.currency, c.year, c.month, c.customer_id,
           sum(c.lines)::int lines, portal.total(c.quantity) quantity, portal.total(c.amount_cents) amount_cents
      from portal.sales_changes c where c.xid = pg_current_xact_id() group by c.customer_id, 1, c.month, c.year, c.currency
  ), customer as materialized (
    select * from changed_customers where tenant_id > 0
    union all
    select 0, currency, year, month, customer_id, sum(lines)::int, portal.total(quantity), portal.total(amount_cents)
      from changed_customers where everybody group by customer_id, month, year, currency
  ), new_items as (
    insert into portal.sales_items (tenant_id, item_id, item_no, item_name, product)
    select x.tenant_id, x.item_id, n.item_no, n.item_name, portal.display_product(n.item_no, n.item_name)
      from (select distinct tenant_id, item_id from item where lines > 0) x
      cross join lateral (select m.item_no, m.item_name from portal.item_names m where m.id = x.item_id offset 0) n
     where (select true from portal.sales_items s where s.tenant_id = x.tenant_id and s.item_id = x.item_id) is null
    on conflict do nothing
  ), new_customers as (
    insert into portal.sales_customers (tenant_id, customer_id, client_code, customer_name, customer)
    select x.tenant_id, x.customer_id, n.client_code, n.customer_name, portal.display_customer(n.customer_name)
      from (select distinct tenant_id, customer_id from customer where lines > 0) x
      cross join lateral (select m.client_code, m.customer_name from portal.customer_names m where m.id = x.customer_id offset 0) n
     where (select true from portal.sales_customers s where s.tenant_id = x.tenant_id and s.customer_id = x.customer_id) is null
    on conflict do nothing
  ), items as (
    insert into portal.sales_item_totals as t
    select x.* from (
        select tenant_id, currency, month, year, item_id, lines, quantity, amount_cents from item
        union all
        select tenant_id, currency, 17, year, item_id, sum(lines)::int, portal.total(quantity), portal.total(amount_cents)
          from item group by 1, 2, 4, 5) x
     where (x.lines, x.quantity, x.amount_cents) <> (0, 0, 0) order by tenant_id, month, year, item_id
    on conflict (tenant_id, currency, period, year, item_id) do update set lines = t.lines + excluded.lines,
      quantity = t.quantity + excluded.quantity, amount_cents = t.amount_cents + excluded.amount_cents
  ), customers as (
    insert into portal.sales_customer_totals as t
    select x.* from (
        select tenant_id, currency, month, year, customer_id, lines, quantity, amount_cents from customer
        union all
        select tenant_id, currency, 17, year, customer_id, sum(lines)::int, portal.total(quantity), portal.total(amount_cents)
          from customer group by 1, 2, 4, 5) x
     where (x.lines, x.quantity, x.amount_cents) <> (0, 0, 0) order by tenant_id, month, year, customer_id
    on conflict (tenant_id, currency, period, year, customer_id) do update set lines = t.lines + excluded.lines,
      quantity = t.quantity + excluded.quantity, amount_cents = t.amount_cents + excluded.amount_cents
  )
  insert into portal.sales_totals as t (tenant_id, currency, month, year, lines, quantity, amount_cents)
  select tenant_id, currency, month, year, sum(lines)::int, portal.total(quantity), portal.total(amount_cents) from customer group by 1, 2, 3, 4
  on conflict (tenant_id, year, month, currency) do update set lines = t.lines + excluded.lines,
    quantity = t.quantity + excluded.quantity, amount_cents = t.amount_cents + excluded.amount_cents;
end $$;

-- Distinct invoice numbers, kept exact: of each number that the transaction touched, the periods that it is in now and was
-- in before. Most lie in one month, before and now: one look at a number's lines tells what it adds to each seller that was touched,
-- and to tenant 0 where they are one seller's. Those that span months and, for tenant 0, tenants are worked out cell by cell. A
-- line without a number belongs to no invoice.
-- `is true` and `not in` keep what is noted hashed, and `offset 0` and `on conflict` look up what is stored by its keys: a
-- plan that was made for few rows is kept, and must serve many. No index holds all that is asked of a number's lines but the one of
-- months, which would be read whole for each number where a table was empty when the plan was made.
create or replace function portal.add_sales_orders(own boolean, everybody boolean) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan
  set work_mem = '64MB' set jit = off set enable_sort = off set enable_seqscan = off set enable_indexonlyscan = off as $$
begin
  with number as materialized ( -- months as one figure, 16 to the year
    select c.tenant_id seller, c.currency, c.invoice_no, sum(c.lines)::int added,
           min(c.year * 16 + c.month) as month, max(c.year * 16 + c.month) as until
      from portal.sales_changes c where c.xid = pg_current_xact_id() and c.invoice_no <> '' group by c.invoice_no, c.tenant_id, c.currency
  ), looked_at as materialized (
    select t.*, s.now, s.all_now, s.of_many, t.month = t.until and (s.all_now = 0 or (s.month, s.until) = (t.month, t.month)) as usual
      from number t cross join lateral (
        select count(*) filter (where x.tenant_id = t.seller)::int now, count(*)::int all_now, min(x.month) as month, max(x.month) as until,
               min(x.tenant_id) < max(x.tenant_id) of_many
          from (select h.tenant_id, h.year * 16 + h.month as month, h.currency
                  from portal.sales_history h where h.invoice_no = t.invoice_no
                union all
                select 0, h.year * 16 + h.month, h.currency
                  from portal.unassigned_sales_history h where h.invoice_no = t.invoice_no offset 0) x
         where x.currency = t.currency) s
  ), whole as materialized (
    select l.currency, l.invoice_no, min(l.month) as month, max(l.all_now) now, sum(l.added)::int added,
           bool_and(l.usual and l.of_many is not true) and min(l.month) = max(l.month) as usual
      from looked_at l where everybody group by l.invoice_no, l.currency
  ), usual as (
    select l.seller tenant_id, l.currency, l.month, sum((l.now > 0)::int - (l.now > l.added)::int)::int orders
      from looked_at l where own and l.seller > 0 and l.usual group by 1, 2, 3
    union all
    select 0, w.currency, w.month, sum((w.now > 0)::int - (w.now > w.added)::int)::int from whole w where w.usual group by 2, 3
  ), change as materialized (
    select c.tenant_id, c.currency, c.invoice_no, c.year, c.month, sum(c.lines)::int lines
      from portal.sales_changes c
     where own and exists (select from looked_at l where not l.usual) and c.xid = pg_current_xact_id() and c.tenant_id > 0 and c.invoice_no <> ''
       and ((c.tenant_id, c.currency, c.invoice_no) in (select l.seller, l.currency, l.invoice_no from looked_at l where not l.usual)) is true
     group by c.invoice_no, c.tenant_id, c.month, c.year, c.currency
    union all
    select 0, c.currency, c.invoice_no, c.year, c.month, sum(c.lines)::int
      from portal.sales_changes c
     where exists (select from whole w where not w.usual) and c.xid = pg_current_xact_id() and c.invoice_no <> ''
       and ((c.currency, c.invoice_no) in (select w.currency, w.invoice_no from whole w where not w.usual)) is true
     group by c.invoice_no, c.month, c.year, c.currency
  ), touched as materialized (
    select distinct tenant_id, currency, invoice_no from change
  ), line as materialized (
    select t.tenant_id, t.currency, t.invoice_no, s.year, s.month, s.tenant_id seller
      from touched t cross join lateral (
        select h.year, h.month, h.tenant_id, h.currency from portal.sales_history h where h.invoice_no = t.invoice_no offset 0) s
     where s.currency = t.currency and (t.tenant_id = 0 or s.tenant_id = t.tenant_id)
    union all
    select 0, t.currency, t.invoice_no, u.year, u.month, 0
      from touched t cross join lateral (
        select h.year, h.month, h.currency from portal.unassigned_sales_history h where h.invoice_no = t.invoice_no offset 0) u
     where t.tenant_id = 0 and u.currency = t.currency
  ), cell as materialized ( -- an invoice's lines in a month: how many there are, how many there were
    select tenant_id, currency, invoice_no, year, month, sum(now)::int now, (sum(now) - sum(added))::int before
      from (select tenant_id, currency, invoice_no, year, month, 1 now, 0 added from line
            union all
            select tenant_id, currency, invoice_no, year, month, 0, lines from change) x
     group by 1, 2, 3, 4, 5
  ), monthly as (
    select u.tenant_id, u.currency, (u.month % 16)::smallint as month, (u.month / 16)::smallint as year, u.orders from usual u
    union all
    select c.tenant_id, c.currency, c.month, c.year, (c.now > 0)::int - (c.before > 0)::int from cell c
  ), repeated as ( -- what the months of a period add up to, less the invoice itself
    select x.tenant_id, x.currency, x.period, x.year, sum(x.months - x.orders)::int orders
      from (select c.tenant_id, c.currency, c.invoice_no, p period, y as year, sum((c.now > 0)::int - (c.before > 0)::int) months,
                   (sum(c.now) > 0)::int - (sum(c.before) > 0)::int orders
              from cell c, portal.periods_of(c.month) v (p), lateral (values (c.year), (0::smallint)) w (y) group by 1, 2, 3, 4, 5) x
     group by 1, 2, 3, 4
  ), shared as materialized (
    select distinct unnest(s.sellers) seller, s.currency, s.invoice_no
      from (select l.currency, l.invoice_no, array_agg(l.seller) sellers from line l where l.tenant_id = 0
             group by 1, 2 having min(l.seller) < max(l.seller)) s
  ), no_longer_shared as (
    delete from portal.sales_shared_invoices s
     where s.invoice_no = any (array(select w.invoice_no from whole w))
       and ((s.currency, s.invoice_no) in (select w.currency, w.invoice_no from whole w)) is true
       and (s.tenant_id, s.currency, s.invoice_no) not in (select x.seller, x.currency, x.invoice_no from shared x)
  ), now_shared as (
    insert into portal.sales_shared_invoices select seller, currency, invoice_no from shared order by 1, 2, 3
    on conflict do nothing
  ), repeats as (
    insert into portal.sales_repeated_orders as t (tenant_id, currency, period, year, orders)
      select * from repeated r where r.orders <> 0
    on conflict (tenant_id, period, year, currency) do update set orders = t.orders + excluded.orders
  )
  insert into portal.sales_totals as t (tenant_id, currency, month, year, orders)
  select * from (select tenant_id, currency, month, year, sum(orders)::int orders from monthly group by 1, 2, 3, 4) m where m.orders <> 0
  on conflict (tenant_id, year, month, currency) do update set orders = t.orders + excluded.orders;
end $$;

-- The smallest write, in few statements that start in no time: a transaction that wrote one line, the first of its invoice. Anything
-- else becomes a change like others. Most sums are there already: changing them by their keys costs less than inserting them and
-- meeting what is there. Where all ten or, of an unassigned line, five were there, so are the names and the tenant. The data version
-- moves as portal.touch_data moves it, which need not ask whose data this is: the line was written. Nothing was received here: a
-- batch of upstream's settles its lines itself.
create or replace function portal.add_one_sale() returns trigger
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan
  set enable_seqscan = off set enable_indexonlyscan = off set enable_bitmapscan = off as $$
declare
  of_items int;
  of_customers int;
  of_totals int;
  n int;
  done boolean;
begin
  delete from portal.sales_unsettled u where u.xid = new.xid and u.currency is not null;
  if not found then return null; end if; -- it is among the changes

  n := num_nulls(portal.lock_display_rules(false), portal.lock_sales(new.tenant_id), portal.lock_sales(0)); -- in this order
  if current_setting('transaction_isolation') <> 'read committed' or new.invoice_no <> '' and exists ( -- beside the line itself
    select from (select from portal.sales_history h where h.invoice_no = new.invoice_no
                 union all select from portal.unassigned_sales_history u where u.invoice_no = new.invoice_no) x offset 1)
  then
    insert into portal.sales_changes
      values (new.tenant_id, new.xid, new.currency, new.year, new.month, new.item_id, new.customer_id, new.invoice_no, 1, new.quantity, new.amount_cents);
    insert into portal.sales_unsettled (xid) values (new.xid);
    return null;
  end if;

  update portal.sales_item_totals t set lines = t.lines + 1, quantity = t.quantity + new.quantity, amount_cents = t.amount_cents + new.amount_cents
   where t.tenant_id in (new.tenant_id, 0) and t.period in (new.month, 17) and t.year = new.year and t.item_id = new.item_id and t.currency = new.currency;
  get diagnostics of_items = row_count;
  update portal.sales_customer_totals t set lines = t.lines + 1, quantity = t.quantity + new.quantity, amount_cents = t.amount_cents + new.amount_cents
   where t.tenant_id in (new.tenant_id, 0) and t.period in (new.month, 17) and t.year = new.year and t.customer_id = new.customer_id and t.currency = new.currency;
  get diagnostics of_customers = row_count;
  update portal.sales_totals t set lines = t.lines + 1, quantity = t.quantity + new.quantity, amount_cents = t.amount_cents + new.amount_cents,
         orders = t.orders + (new.invoice_no <> '')::int
   where t.tenant_id in (new.tenant_id, 0) and t.year = new.year and t.month = new.month and t.currency = new.currency;
  get diagnostics of_totals = row_count;

  if of_items + of_customers + of_totals < (case when new.tenant_id > 0 then 10 else 5 end) then
    if new.tenant_id > 0 then done := portal.refuse_unknown_tenant(new.tenant_id) is null; end if;
    insert into portal.sales_items (tenant_id, item_id, item_no, item_name, product)
      select scope, n.id, n.item_no, n.item_name, portal.display_product(n.item_no, n.item_name)
        from unnest(array[new.tenant_id, 0]) scope join portal.item_names n on n.id = new.item_id
       where not exists (select from portal.sales_items s where s.tenant_id = scope and s.item_id = new.item_id)
      on conflict do nothing;
    insert into portal.sales_customers (tenant_id, customer_id, client_code, customer_name, customer)
      select scope, n.id, n.client_code, n.customer_name, portal.display_customer(n.customer_name)
        from unnest(array[new.tenant_id, 0]) scope join portal.customer_names n on n.id = new.customer_id
       where not exists (select from portal.sales_customers s where s.tenant_id = scope and s.customer_id = new.customer_id)
      on conflict do nothing;
    insert into portal.sales_item_totals
      select scope, new.currency, period, new.year, new.item_id, 1, new.quantity, new.amount_cents
        from unnest(array[new.tenant_id, 0]) scope, unnest(array[new.month, 17]) period
      on conflict do nothing;
    insert into portal.sales_customer_totals
      select scope, new.currency, period, new.year, new.customer_id, 1, new.quantity, new.amount_cents
        from unnest(array[new.tenant_id, 0]) scope, unnest(array[new.month, 17]) period
      on conflict do nothing;
    insert into portal.sales_totals
      select scope, new.currency, new.month, new.year, 1, new.quantity, new.amount_cents, (new.invoice_no <> '')::int from unnest(array[new.tenant_id, 0]) scope
      on conflict do nothing;
  end if;

  update portal.data_versions v set version = v.version + 1 where v.tenant_id in (new.tenant_id, 0) and v.topic = 'sales';
  get diagnostics n = row_count;
  if n = 0 or n = 1 and new.tenant_id > 0 then done := portal.touch_data('sales', array[new.tenant_id]) is null; end if;
  return null;
end $$;

-- Sums that no line stands behind any more, and names that the tenant no longer has sales of. Each sum is found by its whole key:
-- a plan that was made of few is kept, and must serve many.
create or replace function portal.drop_empty_sales_sums(own boolean, everybody boolean) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan
  set enable_seqscan = off as $$
declare
  item_tenants int[]; gone_items int[]; customer_tenants int[]; gone_customers int[];
begin
  with gone as materialized (
    select distinct t as tenant_id, c.currency, c.year, c.month, c.item_id, c.customer_id
      from portal.sales_changes c, unnest(array[case when own then c.tenant_id end, case when everybody then 0 end]) t
     where c.xid = pg_current_xact_id() and c.lines < 0 and (t > 0 or t = 0 and everybody)
  ), items as (
    delete from portal.sales_item_totals t using gone g, lateral (values (g.month), (17::smallint)) p (period)
     where t.tenant_id = g.tenant_id and t.currency = g.currency and t.period = p.period and t.year = g.year
       and t.item_id = g.item_id and t.lines = 0 returning t.tenant_id, t.item_id, t.period
  ), customers as (
    delete from portal.sales_customer_totals t using gone g, lateral (values (g.month), (17::smallint)) p (period)
     where t.tenant_id = g.tenant_id and t.currency = g.currency and t.period = p.period and t.year = g.year
       and t.customer_id = g.customer_id and t.lines = 0 returning t.tenant_id, t.customer_id, t.period
  ), totals as (
    delete from portal.sales_totals t using gone g
     where t.tenant_id = g.tenant_id and t.currency = g.currency and t.month = g.month and t.year = g.year and t.lines = 0
  ), repeats as (
    delete from portal.sales_repeated_orders r using gone g, portal.periods_of(g.month) p
     where r.tenant_id = g.tenant_id and r.currency = g.currency and r.period = p.period and r.year in (0, g.year) and r.orders = 0
  )
  select i.tenants, i.ids, c.tenants, c.ids into item_tenants, gone_items, customer_tenants, gone_customers
    from (select array_agg(tenant_id) tenants, array_agg(item_id) ids from items where period = 17) i,
         (select array_agg(tenant_id) tenants, array_agg(customer_id) ids from customers where period = 17) c;

  if gone_items is not null then
    delete from portal.sales_items s using unnest(item_tenants, gone_items) g (tenant_id, item_id)
     where s.tenant_id = g.tenant_id and s.item_id = g.item_id and (s.tenant_id, s.item_id) not in (
       select t.tenant_id, t.item_id from portal.sales_item_totals t where t.tenant_id = any (item_tenants) and t.period = 17);
  end if;
  if gone_customers is not null then
    delete from portal.sales_customers s using unnest(customer_tenants, gone_customers) g (tenant_id, customer_id)
     where s.tenant_id = g.tenant_id and s.customer_id = g.customer_id and (s.tenant_id, s.customer_id) not in (
       select t.tenant_id, t.customer_id from portal.sales_customer_totals t where t.tenant_id = any (customer_tenants) and t.period = 17);
  end if;
end $$;

-- One writer at a time per tenant, and one for tenant 0: taken in the order of their numbers with 0 last, so no circle.
-- Tenant 0 is everybody's, therefore its turn comes when all other work is done. No pinned search_path here and in the two
-- that follow, so that they are expanded; the callers pin theirs.
create or replace function portal.lock_sales(of_tenant int) returns void
  language sql volatile as $$
  select pg_advisory_xact_lock(1935764844, of_tenant)
$$;

-- The same where nobody has it; answers whether it is had now.
create or replace function portal.try_lock_sales(of_tenant int) returns boolean
  language sql volatile as $$
  select pg_try_advisory_xact_lock(1935764844, of_tenant)
$$;

-- Taken before those, shared by writers: no display rule changes between the look at it and the commit.
create or replace function portal.lock_display_rules(for_change boolean) returns void
  language sql volatile as $$
  select case when for_change then pg_advisory_xact_lock(1935764844, -1) else pg_advisory_xact_lock_shared(1935764844, -1) end
$$;

create or replace function portal.refuse_unknown_tenant(of_tenant int) returns void
  language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  if not exists (select from portal.tenants t where t.id = of_tenant) then
    raise exception 'sales of tenant %, which does not exist', of_tenant using errcode = '23503';
  end if;
end $$;

-- Brings the sums up to the lines that this transaction wrote, and moves the data version of the tenants. The commit calls
-- it; a transaction that wants to read its own sums may call it earlier, once. Raises 25001 in any isolation but read
-- committed, where it could not see what the transactions before it committed. What answers nothing is assigned, not performed:
-- a query would be set up for each.
create or replace function portal.settle_sales() returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan as $$
declare
  of_tenant int;
  touched int[];
  writers int[];
  changes bigint;
  anew_tenants int[];
  anew_years int[];
  everything boolean;
  took_away boolean;
  at_once boolean;
  done boolean;
begin
  done := portal.note_single_sale() is null;
  if not exists (select from portal.sales_unsettled u where u.xid = pg_current_xact_id()) then return; end if;
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'sales are written in read committed transactions' using errcode = '25001';
  end if;
  select array_agg(p.tenant_id) filter (where p.year > 0), array_agg(p.year::int) filter (where p.year > 0),
         bool_or(p.tenant_id < 0)
    into anew_tenants, anew_years, everything
    from portal.sales_pending p where p.xid = pg_current_xact_id();
  done := portal.lock_display_rules(false) is null;

  if everything then
    perform portal.rebuild_sales();
  else
    select array_agg(c.tenant_id order by c.tenant_id), sum(c.changes), bool_or(c.gone) into touched, changes, took_away
      from (select x.tenant_id, count(*) changes, bool_or(x.lines < 0) gone
              from portal.sales_changes x where x.xid = pg_current_xact_id() group by 1) c;
    if touched is not null then
      writers := touched;
      if anew_tenants is not null then
        writers := array(select distinct t from unnest(touched || anew_tenants) t order by 1);
      end if;
      foreach of_tenant in array writers loop
        if of_tenant > 0 then
          done := portal.lock_sales(of_tenant) is null;
          done := portal.refuse_unknown_tenant(of_tenant) is null;
        end if;
      end loop;
      -- At once where that is short: an invoice is looked at once for both then. Otherwise the tenants' part first, so that
      -- tenant 0 is not kept waiting for it, nor this transaction for tenant 0.
      at_once := changes <= 500 or changes <= 20000 and portal.try_lock_sales(0);
      if not at_once then
        perform portal.add_sales_sums(true, false), portal.add_sales_orders(true, false);
        if took_away then perform portal.drop_empty_sales_sums(true, false); end if;
      end if;
      done := portal.lock_sales(0) is null;
      perform portal.add_sales_sums(at_once, true), portal.add_sales_orders(at_once, true);
      if took_away then perform portal.drop_empty_sales_sums(at_once, true); end if;
      done := portal.touch_data('sales', touched) is null;
    end if;
    if anew_tenants is not null then perform portal.rebuild_sales(anew_tenants, anew_years); end if;
  end if;
  delete from portal.sales_changes c where c.xid = pg_current_xact_id();
  delete from portal.sales_pending p where p.xid = pg_current_xact_id();
end $$;

alter function portal.add_sales_sums(boolean, boolean) owner to portal_keeper;
alter function portal.add_sales_orders(boolean, boolean) owner to portal_keeper;
alter function portal.add_one_sale() owner to portal_keeper;
alter function portal.drop_empty_sales_sums(boolean, boolean) owner to portal_keeper;
alter function portal.settle_sales() owner to portal_keeper;
grant execute on function portal.periods_of(smallint), portal.lock_sales(int), portal.try_lock_sales(int), portal.refuse_unknown_tenant(int),
  portal.lock_display_rules(boolean) to portal_keeper;
grant execute on function portal.settle_sales() to portal_ingest;
grant execute on function portal.lock_display_rules(boolean) to portal_admin;
