-- A released lot is expired from the day after its expiry on, whether upstream says so or not.
create or replace function portal.lot_state(state text, expires_on date) returns text
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select case when state = 'released' and expires_on < current_date then 'expired' else state end
$$;
grant execute on function portal.lot_state(text, date) to portal_member, portal_staff, portal_admin;
