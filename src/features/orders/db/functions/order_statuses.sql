-- Tells every company with orders of a status that what it means has changed, administrators included: their lists, counts and
-- groups are others now.
create or replace function portal.announce_status(word text) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  concerned int[] := array(select t.id from portal.tenants t
    where exists (select from portal.orders o where o.tenant_id = t.id and o.status = word) order by t.id);
begin
  perform auth.require_context('admin');
  perform portal.touch_data('orders', concerned);
  perform portal.announce_data('orders', concerned);
end $$;
alter function portal.announce_status(text) owner to portal_keeper;
grant execute on function portal.announce_status(text) to portal_admin;
