-- Who asks, as one value: what opens a context answers it, and what begins one passes it on.
create type auth.asker as (
  user_id text, session_id text, kind text, tenant_id int, tenant_ids int[], role text, permissions text[], hidden_modules text[],
  language text, tenant_language text, currency text, is_admin boolean, is_staff boolean, expires_at timestamptz,
  last_active_at timestamptz
);
drop function if exists auth.begin_context(text), auth.open_context(text), auth.begin_job_context(text), auth.open_job_context(text);

-- Every policy of every query asks these. In PL/pgSQL, which keeps its plans, and each in one step from the verified context:
-- an SQL function is set up anew at every call, and before PostgreSQL 18 also planned anew.
create or replace function auth.sign(context text) returns text
  language plpgsql stable parallel restricted set search_path = pg_catalog, pg_temp as $$
declare k bytea;
begin
  select s.k into k from auth.secret s;
  return encode(sha256(k || sha256(k || convert_to(
    context || '|' || pg_backend_pid() || '|' || extract(epoch from transaction_timestamp()), 'utf8'))), 'hex');
end $$;

create or replace function auth.context_kind() returns text
  language plpgsql stable parallel restricted security definer set search_path = pg_catalog, pg_temp as $$
begin
  return split_part(auth.verified_context(), '|', 1);
end $$;

create or replace function auth.tenant() returns int
  language plpgsql stable parallel restricted security definer set search_path = pg_catalog, pg_temp as $$
declare c text := auth.verified_context();
begin
  return case when split_part(c, '|', 1) = 'member' then split_part(c, '|', 2)::int end;
end $$;

create or replace function auth.tenants() returns int[]
  language plpgsql stable parallel restricted security definer set search_path = pg_catalog, pg_temp as $$
declare c text := auth.verified_context();
begin
  return case when split_part(c, '|', 2) <> '*' then string_to_array(nullif(split_part(c, '|', 2), ''), ',')::int[] end;
end $$;

create or replace function auth.is_staff() returns boolean
  language plpgsql stable parallel restricted security definer set search_path = pg_catalog, pg_temp as $$
begin
  return coalesce(split_part(auth.verified_context(), '|', 1) = 'staff', false);
end $$;
create or replace function auth.is_admin() returns boolean
  language plpgsql stable parallel restricted security definer set search_path = pg_catalog, pg_temp as $$
begin
  return coalesce(split_part(auth.verified_context(), '|', 1) = 'admin', false);
end $$;
create or replace function auth.staff_tenants() returns int[]
  language plpgsql stable parallel restricted security definer set search_path = pg_catalog, pg_temp as $$
declare c text := auth.verified_context();
begin
  return case when split_part(c, '|', 1) = 'staff' and split_part(c, '|', 2) <> '*'
              then coalesce(string_to_array(nullif(split_part(c, '|', 2), ''), ',')::int[], '{}') else '{}' end;
end $$;
create or replace function auth.ingests_all() returns boolean
  language plpgsql stable parallel restricted security definer set search_path = pg_catalog, pg_temp as $$
begin
  return coalesce(split_part(auth.verified_context(), '|', 1) = 'ingest' and auth.tenants() is null, false);
end $$;
create or replace function auth.ingest_tenant() returns int
  language plpgsql stable parallel restricted security definer set search_path = pg_catalog, pg_temp as $$
begin
  return case when split_part(auth.verified_context(), '|', 1) = 'ingest' then (auth.tenants())[1] end;
end $$;
create or replace function auth.is_ingest() returns boolean
  language plpgsql stable parallel restricted security definer set search_path = pg_catalog, pg_temp as $$
begin
  return coalesce(split_part(auth.verified_context(), '|', 1) = 'ingest', false);
end $$;
create or replace function auth.actor() returns text
  language plpgsql stable parallel restricted security definer set search_path = pg_catalog, pg_temp as $$
begin
  return split_part(auth.verified_context(), '|', 3);
end $$;
create or replace function auth.session_id() returns text
  language plpgsql stable parallel restricted security definer set search_path = pg_catalog, pg_temp as $$
begin
  return split_part(auth.verified_context(), '|', 4);
end $$;
