-- Whether the database has a migration: the newest one that a server knows, before a balancer sends anybody there. It tells
-- nothing but that. In PL/pgSQL, which looks for the table when it is asked.
create or replace function auth.is_migrated(newest text) returns boolean
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return exists (select from portal.schema_migrations m where m.name = newest);
end $$;
grant execute on function auth.is_migrated(text) to portal_app;
