-- Key of an upstream system → its context. Raises 28000 when the key is unknown or revoked.
create or replace function auth.open_key_context(given_hash bytea,
  out key_id int, out source_id smallint, out tenant_id int, out scope text)
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare context text;
begin
  select k.id, k.source_id, k.tenant_id, k.scope into key_id, source_id, tenant_id, scope
    from auth.ingest_keys k where k.key_hash = given_hash and k.revoked_at is null;
  if key_id is null then raise exception 'no such key' using errcode = '28000'; end if;
  context := 'ingest|' || coalesce(tenant_id::text, '*') || '|' || key_id;
  perform set_config('portal.context', context, true), set_config('portal.signature', auth.sign(context), true);
end $$;

create or replace function auth.begin_key_context(given_hash bytea,
  out key_id int, out source_id smallint, out tenant_id int, out scope text)
  language plpgsql volatile as $$
begin
  select c.* into key_id, source_id, tenant_id, scope from auth.open_key_context(given_hash) c;
  set local role portal_ingest;
end $$;
grant execute on function auth.open_key_context(bytea), auth.begin_key_context(bytea) to portal_app;

-- The command line, connected as the owner, ingests under the name of a source; key id 0 in the records.
create or replace function auth.open_import_context(source_name text,
  out key_id int, out source_id smallint, out tenant_id int, out scope text)
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into auth.ingest_sources (name) values (source_name) on conflict do nothing;
  select 0, s.id, null::int, 'ingest' into key_id, source_id, tenant_id, scope
    from auth.ingest_sources s where s.name = source_name;
  perform set_config('portal.context', 'ingest|*|0', true),
          set_config('portal.signature', auth.sign('ingest|*|0'), true);
end $$;

create or replace function auth.begin_import_context(source_name text,
  out key_id int, out source_id smallint, out tenant_id int, out scope text)
  language plpgsql volatile as $$
begin
  select c.* into key_id, source_id, tenant_id, scope from auth.open_import_context(source_name) c;
  set local role portal_ingest;
end $$;
