-- A released lot is expired from the day after its expiry on, whether upstream says so or not. Who asks of many gives the day, which
-- is then found once.
create or replace function portal.lot_state(state text, expires_on date, today date) returns text
  language sql immutable as $$
  select case when state = 'released' and expires_on < today then 'expired' else state end
$$;
create or replace function portal.lot_state(state text, expires_on date) returns text
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select portal.lot_state(state, expires_on, portal.today())
$$;
grant execute on function portal.lot_state(text, date), portal.lot_state(text, date, date) to portal_member, portal_staff, portal_admin;
grant execute on function portal.lot_state(text, date, date) to portal_keeper;
