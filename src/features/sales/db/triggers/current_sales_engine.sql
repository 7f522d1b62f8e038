-- Current sales are settled, rebuilt, verified and searched by the very rules of sales history: each function here is made from
-- the text of that one, with the names of the tables exchanged (docs/decisions/0011-two-sales-datasets.md). Made anew at
-- every migration, so that a change of the rule is a change of both. Called ones first, because SQL functions are checked.
do $$
declare
  twins constant text[] := array['lock_sales', 'try_lock_sales', 'add_sales_sums', 'add_sales_orders', 'add_one_sale', 'drop_empty_sales_sums',
    'count_sales_orders', 'rebuild_sales_tenants', 'rebuild_sales_everybody', 'rebuild_sales_totals', 'rebuild_sales_names',
    'rebuild_sales', 'note_single_sale', 'settle_sales', 'note_sales_changes', 'settle_sales_at_commit', 'verify_sales',
    'find_sales_names', 'sales_currencies', 'doubled_sales_orders', 'selling_tenants', 'found_customer_sales'];
  tables constant text[] := array['sales_totals', 'sales_item_totals', 'sales_customer_totals', 'sales_items', 'sales_customers',
    'sales_repeated_orders', 'sales_changes', 'sales_pending', 'sales_unsettled'];
  original text;
  f record;
  definition text;
  grantee name;
  twin regprocedure;
begin
  foreach original in array twins loop
    select p.oid, p.proowner, p.proacl into strict f
      from pg_proc p where p.pronamespace = 'portal'::regnamespace and p.proname = original;
    definition := pg_get_functiondef(f.oid);
    definition := regexp_replace(definition, '\m(unassigned_)?sales_history\M', '\1current_sales', 'g');
    definition := regexp_replace(definition, '\msales_shared_invoices\M', 'current_sales_shared_orders', 'g');
    definition := regexp_replace(definition, '\minvoice_no\M', 'so', 'g');
    definition := regexp_replace(definition, '\m1935764844\M', '1935764845', 'g'); -- locks of its own
    definition := regexp_replace(definition, format('\mportal\.(%s)\M', array_to_string(tables, '|')), 'portal.current_\1', 'g');
    definition := regexp_replace(definition, format('\mportal\.(%s)\M', array_to_string(twins, '|')), 'portal.current_\1', 'g');
    execute definition;
    twin := format('portal.%I(%s)', 'current_' || original, (select string_agg(t::regtype::text, ', ' order by n)
      from pg_proc p, unnest(p.proargtypes) with ordinality u (t, n) where p.oid = f.oid))::regprocedure;
    execute format('alter function %s owner to %I', twin, pg_get_userbyid(f.proowner));
    for grantee in select pg_get_userbyid(a.grantee) from aclexplode(f.proacl) a where a.grantee <> f.proowner loop
      execute format('grant execute on function %s to %I', twin, grantee);
    end loop;
  end loop;
end $$;

do $$
declare t text;
begin
  foreach t in array array['current_sales', 'unassigned_current_sales'] loop
    execute format('create or replace trigger note_insert after insert on portal.%I referencing new table as added
      for each statement execute function portal.current_note_sales_changes()', t);
    execute format('create or replace trigger note_update after update on portal.%I referencing old table as removed new table as added
      for each statement execute function portal.current_note_sales_changes()', t);
    execute format('create or replace trigger note_delete after delete on portal.%I referencing old table as removed
      for each statement execute function portal.current_note_sales_changes()', t);
    execute format('create or replace trigger note_truncate after truncate on portal.%I
      for each statement execute function portal.current_note_sales_changes()', t);
  end loop;
end $$;
-- A constraint trigger cannot be replaced.
drop trigger if exists settle on portal.current_sales_unsettled;
create constraint trigger settle after insert on portal.current_sales_unsettled deferrable initially deferred
  for each row when (new.currency is null) execute function portal.current_settle_sales_at_commit();
drop trigger if exists add_one on portal.current_sales_unsettled;
create constraint trigger add_one after insert on portal.current_sales_unsettled deferrable initially deferred
  for each row when (new.currency is not null) execute function portal.current_add_one_sale();

-- Order numbers never seen are noted for the search. Nobody waits for another writer: of two at once both note the same number. What
-- is there is looked up by its key whatever the planner believes of the table.
create or replace function portal.note_current_sales_orders() returns trigger
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off as $$
begin
  insert into portal.current_sales_orders (tenant_id, so)
    select x.tenant_id, x.so from (select distinct a.tenant_id, a.so from added a where a.so <> '') x
     where (select true from portal.current_sales_orders o where o.tenant_id = x.tenant_id and o.so = x.so limit 1) is null;
  return null;
end $$;
alter function portal.note_current_sales_orders() owner to portal_keeper;
do $$
declare t text; o text;
begin
  foreach t in array array['current_sales', 'unassigned_current_sales'] loop
    foreach o in array array['insert', 'update'] loop
      execute format('create or replace trigger note_orders_%2$s after %2$s on portal.%1$I referencing new table as added
        for each statement execute function portal.note_current_sales_orders()', t, o);
    end loop;
  end loop;
end $$;

-- What an administrator's drill-down reads, as for sales history.
create or replace view portal.all_current_sales with (security_invoker = true) as
  select * from portal.current_sales union all select * from portal.unassigned_current_sales;
grant select on portal.all_current_sales to portal_admin;

-- The source's table, for tools that speak SQL.
create or replace view legacy."GH Current Sales" with (security_invoker = true) as
  select s.source_key as "id", s.so as "SO", s.year as "Year", s.month as "Month", i.item_no as "Code", i.item_name as "Prod_Name",
         s.unit as "Unit", trim_scale(s.quantity / 1000.0) as "Qty Sent", s.unit_price as "Unit Price",
         round(s.amount_cents / 100.0, 2) as "Total", s.currency as "Currency", s.lot as "Lot", c.client_code as "Account Number",
         c.customer_name as "Customer"
    from portal.current_sales s
    join portal.current_sales_items i on i.tenant_id = s.tenant_id and i.item_id = s.item_id
    join portal.current_sales_customers c on c.tenant_id = s.tenant_id and c.customer_id = s.customer_id;
grant select on legacy."GH Current Sales" to portal_tables;
