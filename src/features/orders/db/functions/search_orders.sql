-- At most so many orders, of whoever asks, whose number, PO number, reference, status or client name contains the
-- term, or the item, its name or the lot of one of their lines; and, where the asker may see products, those with lines of one whose
-- names contain it. The unassigned ones stand under tenant 0; one that is found by several of its lines stands there as often. ILIKE and
-- LIKE are not leakproof, so under row-level security they could not use the trigram indexes: this reads as the keeper and asks the
-- context itself. Whoever has lines of a product sees it (access_by_lines.sql of lots).
create or replace function portal.search_orders(term text, products boolean, most int, out tenant_id int, out id bigint) returns setof record
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  patterns text[] := portal.search_patterns(term);
  seen int[] := auth.seen_tenants();
  named bigint[];
begin
  if products then named := array(select p.id from portal.products p where p.search_text like any (patterns)); end if;
  if auth.is_admin() then
    return query select o.tenant_id, o.id from portal.orders o where o.search_text like any (patterns)
      union all select 0, u.id from portal.unassigned_orders u where u.search_text like any (patterns)
      union all select o.tenant_id, o.id from portal.order_lines l
        join portal.orders o on o.tenant_id = l.tenant_id and o.source_id = l.source_id and o.source_key = l.order_key
        where l.search_text like any (patterns)
      union all select 0, u.id from portal.unassigned_order_lines l
        join portal.unassigned_orders u on u.source_id = l.source_id and u.source_key = l.order_key
        where l.search_text like any (patterns)
      union all select o.tenant_id, o.id from portal.products p
        join portal.order_lines l on l.source_id = p.source_id and l.item_no = p.item_no
        join portal.orders o on o.tenant_id = l.tenant_id and o.source_id = l.source_id and o.source_key = l.order_key
        where p.id = any (named)
      limit most;
  else
    return query select o.tenant_id, o.id from portal.orders o where o.tenant_id = any (seen) and o.search_text like any (patterns)
      union all select o.tenant_id, o.id from portal.order_lines l
        join portal.orders o on o.tenant_id = l.tenant_id and o.source_id = l.source_id and o.source_key = l.order_key
        where l.tenant_id = any (seen) and l.search_text like any (patterns)
      union all select o.tenant_id, o.id from portal.products p
        join portal.order_lines l on l.source_id = p.source_id and l.item_no = p.item_no
        join portal.orders o on o.tenant_id = l.tenant_id and o.source_id = l.source_id and o.source_key = l.order_key
        where p.id = any (named) and l.tenant_id = any (seen)
      limit most;
  end if;
end $$;
alter function portal.search_orders(text, boolean, int) owner to portal_keeper;
grant execute on function portal.search_orders(text, boolean, int) to portal_member, portal_staff, portal_admin, portal_keeper;
