-- The context of a request, which the database itself signs, for this backend and this transaction only. Its text is
-- `kind|tenant ids or *|who|session`; kind is member, staff, admin, ingest or none. Every policy of every query asks these functions:
-- PL/pgSQL keeps their plans, an SQL function is set up anew at every call.
-- Hashed twice: no length extension.
create or replace function auth.sign(context text) returns text
  language plpgsql stable parallel restricted set search_path = pg_catalog, pg_temp as $$
declare k bytea;
begin
  select s.k into k from auth.secret s;
  return encode(sha256(k || sha256(k || convert_to(
    context || '|' || pg_backend_pid() || '|' || extract(epoch from transaction_timestamp()), 'utf8'))), 'hex');
end $$;

create or replace function auth.verified_context() returns text
  language plpgsql stable parallel restricted security definer set search_path = pg_catalog, pg_temp as $$
declare c text := current_setting('portal.context', true);
begin
  if c is null or c = '' then return null; end if; -- '' after a transaction that had one
  if auth.sign(c) is distinct from current_setting('portal.signature', true) then
    raise exception 'forged context' using errcode = '42501';
  end if;
  return c;
end $$;

create or replace function auth.context_kind() returns text
  language plpgsql stable parallel restricted security definer set search_path = pg_catalog, pg_temp as $$
begin
  return split_part(auth.verified_context(), '|', 1);
end $$;

-- The member's tenant; null for everybody else.
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

-- Whether the server is connected: every login of it begins so, whichever installation's.
create or replace function auth.is_server() returns boolean language sql stable return left(session_user, 10) = 'portal_app';

grant execute on function auth.verified_context(), auth.context_kind(), auth.tenant(), auth.tenants(), auth.is_staff(),
  auth.is_admin(), auth.staff_tenants(), auth.ingests_all(), auth.ingest_tenant(), auth.is_ingest(), auth.actor(), auth.session_id(),
  auth.is_server() to portal_member, portal_staff, portal_admin, portal_ingest, portal_keeper;
