-- Who did what stands in the timeline of a purchase order: of their own side everybody, and the client's people for the staff, too. Of
-- the staff a client is not told. Whoever has left is named still; profiles themselves are read by nobody else.
create or replace function portal.purchase_order_people(of_tenant int, of_id bigint, out user_id text, out name text) returns setof record
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select e.actor, auth.name_of(e.actor)
    from (select distinct x.actor from portal.purchase_order_events x
           where x.tenant_id = of_tenant and x.purchase_order_id = of_id and x.actor is not null
             and not (x.by_staff and auth.context_kind() = 'member')) e
   where auth.is_admin() or of_tenant = any (auth.seen_tenants())
$$;
alter function portal.purchase_order_people(int, bigint) owner to portal_keeper;
grant execute on function portal.purchase_order_people(int, bigint) to portal_member, portal_staff, portal_admin;
