-- At most so many things, of whoever asks, in whose names and numbers a term stands: for the search over everything (B3). LIKE is
-- not leakproof, so under row-level security it could not use the trigram indexes: these read as the keeper and ask the context
-- themselves. What is shown of a hit is read by the asker's own policies.
create or replace function portal.search_purchase_orders(term text, most int, out tenant_id int, out id bigint) returns setof record
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  pattern text := portal.search_pattern(term);
  seen int[] := auth.seen_tenants();
begin
  if seen is null and not auth.is_admin() then return; end if;
  -- What fits is found first: an index by day would be walked to its end for what is rare.
  return query
    with hits as materialized (
      select p.tenant_id, p.id, p.dated_at from portal.purchase_orders p
       where (seen is null or p.tenant_id = any (seen)) and p.search_text like pattern)
    select h.tenant_id, h.id from hits h order by h.dated_at desc, h.id desc limit most;
end $$;

-- The same for orders, invoices and shipments, of which there are many: first among the newest of each tenant, for a word that
-- stands in most of them (a client's name) would have the trigram index list them all; only then wherever they are.
create or replace function portal.first_orders(term text, most int, out tenant_id int, out id bigint) returns setof record
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  pattern text := portal.search_pattern(term);
  seen int[] := coalesce(auth.seen_tenants(), array(select t.id from portal.tenants t where auth.is_admin()));
  newest int := greatest(3000 / greatest(cardinality(seen), 1), most);
  tenant int;
  found int := 0;
  more int;
begin
  if cardinality(seen) <= 50 then
    foreach tenant in array seen loop
      return query select n.tenant_id, n.id from (
          select x.tenant_id, x.id, x.search_text from portal.orders x where x.tenant_id = tenant order by x.ord_no collate portal.natural_order desc nulls last, x.id desc limit newest) n
        where n.search_text like pattern limit most - found;
      get diagnostics more = row_count;
      found := found + more;
      if found >= most then return; end if;
    end loop;
  end if;
  return query select f.tenant_id, f.id from portal.search_orders(term, most) f;
end $$;

create or replace function portal.first_invoices(term text, most int, out tenant_id int, out id bigint) returns setof record
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  pattern text := portal.search_pattern(term);
  seen int[] := coalesce(auth.seen_tenants(), array(select t.id from portal.tenants t where auth.is_admin()));
  newest int := greatest(3000 / greatest(cardinality(seen), 1), most);
  tenant int;
  found int := 0;
  more int;
begin
  if cardinality(seen) <= 50 then
    foreach tenant in array seen loop
      return query select n.tenant_id, n.id from (
          select x.tenant_id, x.id, x.search_text from portal.invoices x where x.tenant_id = tenant order by x.invoice_date desc, x.id desc limit newest) n
        where n.search_text like pattern limit most - found;
      get diagnostics more = row_count;
      found := found + more;
      if found >= most then return; end if;
    end loop;
  end if;
  return query select f.tenant_id, f.id from portal.search_invoices(term, most) f;
end $$;

create or replace function portal.first_shipments(term text, most int, out tenant_id int, out id bigint) returns setof record
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  pattern text := portal.search_pattern(term);
  seen int[] := coalesce(auth.seen_tenants(), array(select t.id from portal.tenants t where auth.is_admin()));
  newest int := greatest(3000 / greatest(cardinality(seen), 1), most);
  tenant int;
  found int := 0;
  more int;
begin
  if cardinality(seen) <= 50 then
    foreach tenant in array seen loop
      return query select n.tenant_id, n.id from (
          select x.tenant_id, x.id, x.search_text from portal.shipments x where x.tenant_id = tenant order by x.estimated_on desc nulls last, x.id desc limit newest) n
        where n.search_text like pattern limit most - found;
      get diagnostics more = row_count;
      found := found + more;
      if found >= most then return; end if;
    end loop;
  end if;
  return query select f.tenant_id, f.id from portal.search_shipments(term, most) f;
end $$;

-- Orders of one PO number: lower() and btrim() are not leakproof either, and the index is made of both.
create or replace function portal.orders_by_po_no(of_no text, most int, out tenant_id int, out id bigint) returns setof record
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan as $$
declare seen int[] := coalesce(auth.seen_tenants(), array(select t.id from portal.tenants t where auth.is_admin()));
begin
  return query select o.tenant_id, o.id from portal.orders o
    where o.tenant_id = any (seen) and o.po_no is not null and lower(btrim(o.po_no)) = lower(btrim(of_no)) limit most;
end $$;

create or replace function portal.search_issues(term text, most int, out tenant_id int, out id bigint) returns setof record
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  pattern text := lower(portal.search_pattern(term));
  seen int[] := auth.seen_tenants();
begin
  if auth.is_admin() then
    return query select i.tenant_id, i.id from portal.issues i where lower(i.search_text) like pattern limit most;
  else
    return query select i.tenant_id, i.id from portal.issues i where i.tenant_id = any (seen) and lower(i.search_text) like pattern limit most;
  end if;
end $$;

create or replace function portal.search_lots(term text, most int) returns setof bigint
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  pattern text := lower(portal.search_pattern(term));
  seen int[] := auth.seen_tenants();
begin
  if auth.is_admin() then
    return query select x.id from portal.lots x where lower(x.search_text) like pattern limit most;
  else
    return query select x.id from portal.lots x where lower(x.search_text) like pattern
      and exists (select from portal.lot_access a where a.tenant_id = any (seen) and a.lot_id = x.id) limit most;
  end if;
end $$;

create or replace function portal.search_documents(term text, most int) returns setof int
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  pattern text := lower(portal.search_pattern(term));
  seen int[] := auth.seen_tenants();
begin
  if auth.is_admin() then
    return query select d.id from portal.documents d where d.status <> 'draft' and lower(d.search_text) like pattern limit most;
  else
    return query select d.id from portal.documents d where d.status <> 'draft' and lower(d.search_text) like pattern
      and exists (select from portal.document_access a where a.tenant_id = any (seen) and a.document_id = d.id) limit most;
  end if;
end $$;

alter function portal.search_purchase_orders(text, int) owner to portal_keeper;
alter function portal.first_orders(text, int) owner to portal_keeper;
alter function portal.first_invoices(text, int) owner to portal_keeper;
alter function portal.first_shipments(text, int) owner to portal_keeper;
alter function portal.orders_by_po_no(text, int) owner to portal_keeper;
alter function portal.search_issues(text, int) owner to portal_keeper;
alter function portal.search_lots(text, int) owner to portal_keeper;
alter function portal.search_documents(text, int) owner to portal_keeper;

-- People who have an account, by name or address: for administrators.
create or replace function portal.search_people(term text, most int, out user_id text, out name text, out email text) returns setof record
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare pattern text := lower(portal.search_pattern(term));
begin
  perform auth.require_context('admin');
  return query select p.user_id, p.name, p.email from portal.profiles p
   where (lower(portal.fold(p.name)) like pattern or lower(portal.fold(p.email)) like pattern)
     and not exists (select from auth.temporary_access x where x.user_id = p.user_id) -- nobody's account
   order by p.email <> lower(btrim(term)), p.name collate portal.natural_order, p.user_id limit most;
end $$;

grant execute on function portal.search_orders(text, int), portal.search_invoices(text, int), portal.search_shipments(text, int) to portal_keeper;
grant execute on function portal.first_orders(text, int), portal.first_invoices(text, int), portal.first_shipments(text, int),
  portal.search_purchase_orders(text, int), portal.search_issues(text, int), portal.search_lots(text, int),
  portal.orders_by_po_no(text, int), portal.search_documents(text, int) to portal_member, portal_staff, portal_admin;
grant execute on function portal.search_people(text, int) to portal_admin;
