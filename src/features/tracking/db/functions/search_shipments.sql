-- At most so many shipments, of whoever asks, whose tracking, order, PO or upstream number contains the term. LIKE is not
-- leakproof, so under row-level security it could not use the trigram index: this reads as the keeper and asks the context itself.
create or replace function portal.search_shipments(term text, most int, out tenant_id int, out id bigint) returns setof record
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  patterns text[] := portal.search_patterns(term);
  seen int[] := auth.seen_tenants();
begin
  if auth.is_admin() then
    return query select s.tenant_id, s.id from portal.shipments s where s.search_text like any (patterns) limit most;
  else
    return query select s.tenant_id, s.id from portal.shipments s where s.tenant_id = any (seen) and s.search_text like any (patterns) limit most;
  end if;
end $$;
alter function portal.search_shipments(text, int) owner to portal_keeper;
grant execute on function portal.search_shipments(text, int) to portal_member, portal_staff, portal_admin, portal_keeper;
