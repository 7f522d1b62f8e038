-- A month of the calendar was closed or opened again: what every tenant sees of sales follows.
create or replace function portal.announce_calendar() returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  everybody int[] := array(select v.tenant_id from portal.data_versions v where v.topic = 'sales');
begin
  perform auth.require_context('admin');
  perform portal.touch_data('sales', everybody), portal.announce_data('sales', everybody);
end $$;
alter function portal.announce_calendar() owner to portal_keeper;
grant execute on function portal.announce_calendar() to portal_admin;
