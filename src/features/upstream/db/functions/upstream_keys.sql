-- The keys of upstream systems as administrators look after them; the hash never leaves.
create or replace function auth.list_ingest_keys(out id int, out label text, out scope text, out source text, out tenant_id int,
  out created_at timestamptz, out created_by text, out last_used_at timestamptz, out revoked_at timestamptz) returns setof record
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select k.id, k.label, k.scope, s.name, k.tenant_id, k.created_at, k.created_by, k.last_used_at, k.revoked_at
    from auth.ingest_keys k join auth.ingest_sources s on s.id = k.source_id
   where auth.is_admin() order by k.revoked_at is not null, k.id desc limit 1000
$$;

-- A new key of a source, which is made when new.
create or replace function auth.issue_ingest_key(of_label text, of_scope text, of_source text, of_tenant int, hash bytea) returns int
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  source smallint;
  made int;
begin
  perform auth.require_context('admin');
  insert into auth.ingest_sources (name) values (of_source) on conflict do nothing;
  select s.id into source from auth.ingest_sources s where s.name = of_source;
  insert into auth.ingest_keys (source_id, tenant_id, scope, key_hash, label, created_by)
    values (source, of_tenant, of_scope, hash, of_label, auth.actor()) returning id into made;
  return made;
end $$;

-- Withdraws a key. Its label; null: there is none, or it was withdrawn before.
create or replace function auth.revoke_ingest_key(of_id int) returns text
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare named text;
begin
  perform auth.require_context('admin');
  update auth.ingest_keys k set revoked_at = clock_timestamp() where k.id = of_id and k.revoked_at is null returning k.label into named;
  return named;
end $$;
grant execute on function auth.list_ingest_keys(), auth.issue_ingest_key(text, text, text, int, bytea), auth.revoke_ingest_key(int)
  to portal_admin;
