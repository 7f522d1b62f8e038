-- Whether this database came from a backup and nobody has said yet that it takes the original's place.
create or replace function auth.is_held() returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce((select i.restored_at is not null from portal.installation i), false)
$$;
grant execute on function auth.is_held() to portal_auth;
