-- What a key of upstream may collect (C5): nothing unless its scope says so, whatever its context sees else. In PL/pgSQL, as what
-- policies ask is (context.sql).
create or replace function auth.collects() returns boolean
  language plpgsql stable parallel restricted security definer set search_path = pg_catalog, pg_temp as $$
begin
  return auth.is_ingest() and exists (select from auth.ingest_keys k
    where k.id::text = auth.actor() and k.revoked_at is null and 'collect' = any (string_to_array(k.scope, ' ')));
end $$;

-- Of every tenant, and of the one that the key is bound to.
create or replace function auth.collects_all() returns boolean
  language plpgsql stable parallel restricted security definer set search_path = pg_catalog, pg_temp as $$
begin
  return auth.ingests_all() and auth.collects();
end $$;
create or replace function auth.collect_tenant() returns int
  language plpgsql stable parallel restricted security definer set search_path = pg_catalog, pg_temp as $$
begin
  return case when auth.collects() then auth.ingest_tenant() end;
end $$;
revoke execute on function auth.collects(), auth.collects_all(), auth.collect_tenant() from public;
grant execute on function auth.collects_all(), auth.collect_tenant() to portal_ingest;
