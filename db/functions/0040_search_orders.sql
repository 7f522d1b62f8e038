-- A search term as a LIKE pattern: no accents, no letter case, every sign stands for itself.
create or replace function portal.search_pattern(term text) returns text
  language sql immutable parallel safe strict set search_path = pg_catalog, pg_temp as $$
  select '%' || replace(replace(replace(portal.fold(term), '\', '\\'), '%', '\%'), '_', '\_') || '%'
$$;
grant execute on function portal.search_pattern(text) to portal_member, portal_staff, portal_admin, portal_keeper;

-- At most so many orders, of whoever asks, whose number, PO number, reference, status or client name contains the term; the
-- unassigned ones stand under tenant 0. ILIKE and LIKE are not leakproof, so under row-level security they could not use the
-- trigram index: this reads as the keeper and asks the context itself.
drop function if exists portal.search_orders(text);
create or replace function portal.search_orders(term text, most int, out tenant_id int, out id bigint) returns setof record
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  pattern text := portal.search_pattern(term);
  seen int[] := auth.seen_tenants();
begin
  if auth.is_admin() then
    return query select o.tenant_id, o.id from portal.orders o where o.search_text like pattern
      union all select 0, u.id from portal.unassigned_orders u where u.search_text like pattern limit most;
  else
    return query select o.tenant_id, o.id from portal.orders o where o.tenant_id = any (seen) and o.search_text like pattern limit most;
  end if;
end $$;
alter function portal.search_orders(text, int) owner to portal_keeper;
grant execute on function portal.search_orders(text, int) to portal_member, portal_staff, portal_admin;

-- How many of them there are, by status, with the text of one; whatever their number.
drop function if exists portal.count_found_orders(text);
create or replace function portal.count_found_orders(term text, out status text, out text text, out count bigint) returns setof record
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  pattern text := portal.search_pattern(term);
  seen int[] := auth.seen_tenants();
begin
  if auth.is_admin() then
    return query select f.status, min(f.ord_stat), count(*) from (
        select o.status, o.ord_stat from portal.orders o where o.search_text like pattern
        union all select u.status, u.ord_stat from portal.unassigned_orders u where u.search_text like pattern) f group by f.status;
  else
    return query select o.status, min(o.ord_stat), count(*) from portal.orders o
      where o.tenant_id = any (seen) and o.search_text like pattern group by o.status;
  end if;
end $$;
alter function portal.count_found_orders(text) owner to portal_keeper;
grant execute on function portal.count_found_orders(text) to portal_member, portal_staff, portal_admin;

-- What an administrator's screens read: every order, the unassigned ones under tenant 0.
create or replace view portal.all_orders with (security_invoker = true) as
  select tenant_id, id, primary_no, ord_no, po_no, f_no, client_name, ref, ord_stat, montant_total, amount_cents, currency,
         bl_t, cts_t, bb_t, pbl, pcts, pbb, status, updated_at, order_date, requested_date, promised_date, ship_to, search_text, source_id
    from portal.orders
  union all
  select 0, id, primary_no, ord_no, po_no, f_no, client_name, ref, ord_stat, montant_total, amount_cents, currency,
         bl_t, cts_t, bb_t, pbl, pcts, pbb, status, updated_at, order_date, requested_date, promised_date, ship_to, search_text, source_id
    from portal.unassigned_orders;
grant select on portal.all_orders to portal_admin;

-- The source's table, for tools that speak SQL.
create or replace view legacy."GH ordre" with (security_invoker = true) as
  select primary_no as "Primary", ord_no as "Ord No", po_no as "PO No", f_no as "F No", client_name as "Client Name", ref as "Ref",
         ord_stat as "Ord Stat", montant_total as "Montant Total", bl_t as "BL t", cts_t as "CTS t", bb_t as "BB t",
         pbl as "PBL", pcts as "PCTS", pbb as "PBB"
    from portal.orders;
grant select on legacy."GH ordre" to portal_tables;
