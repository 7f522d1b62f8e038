-- The upstream key of this hash, with one request counted in its window of requests; `wait`: seconds until the next window,
-- null while there is room in this one. No row: nobody's key, or one that was revoked.
create or replace function auth.use_key(given_hash bytea, allowed int, seconds int,
  out key_id int, out source_id smallint, out tenant_id int, out scope text, out wait int) returns setof record
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  select k.id, k.source_id, k.tenant_id, k.scope into key_id, source_id, tenant_id, scope
    from auth.ingest_keys k where k.key_hash = given_hash and k.revoked_at is null;
  if key_id is null then return; end if;
  -- To the minute: a system that sends without pause does not write this each time.
  update auth.ingest_keys k set last_used_at = clock_timestamp()
   where k.id = key_id and (k.last_used_at is null or k.last_used_at < clock_timestamp() - interval '1 minute');
  wait := auth.use_window('ingest key ' || key_id, allowed, seconds);
  return next;
end $$;
grant execute on function auth.use_key(bytea, int, int) to portal_auth;
