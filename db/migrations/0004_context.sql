-- Who asks: a context that the database itself signs, for this backend and this transaction only.
-- Its text is `kind|tenant ids or *|who|session`; kind is member, staff, admin, ingest or none.
create table auth.secret (one boolean primary key default true check (one), k bytea not null);
insert into auth.secret (k) values (sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'utf8')));

-- Double hash: no length extension.
create function auth.sign(context text) returns text
  language sql stable parallel restricted set search_path = pg_catalog, pg_temp as $$
  select encode(sha256(k || sha256(k || convert_to(
    context || '|' || pg_backend_pid() || '|' || extract(epoch from transaction_timestamp()), 'utf8'))), 'hex')
  from auth.secret
$$;

create function auth.verified_context() returns text
  language plpgsql stable parallel restricted security definer set search_path = pg_catalog, pg_temp as $$
declare c text := current_setting('portal.context', true);
begin
  if c is null or c = '' then return null; end if; -- '' after a transaction that had one
  if auth.sign(c) is distinct from current_setting('portal.signature', true) then
    raise exception 'forged context' using errcode = '42501';
  end if;
  return c;
end $$;

create function auth.context_kind() returns text
  language sql stable parallel restricted security definer set search_path = pg_catalog, pg_temp as $$
  select split_part(auth.verified_context(), '|', 1)
$$;

-- The member's tenant; null for everybody else.
create function auth.tenant() returns int
  language sql stable parallel restricted security definer set search_path = pg_catalog, pg_temp as $$
  select case when split_part(c, '|', 1) = 'member' then split_part(c, '|', 2)::int end from auth.verified_context() c
$$;

-- The tenants of staff and of an upstream key; null where the context covers all of them.
create function auth.tenants() returns int[]
  language sql stable parallel restricted security definer set search_path = pg_catalog, pg_temp as $$
  select case when split_part(c, '|', 2) <> '*' then string_to_array(nullif(split_part(c, '|', 2), ''), ',')::int[] end
  from auth.verified_context() c
$$;

create function auth.is_staff() returns boolean
  language sql stable parallel restricted security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(auth.context_kind() = 'staff', false)
$$;
create function auth.is_admin() returns boolean
  language sql stable parallel restricted security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(auth.context_kind() = 'admin', false)
$$;
-- The tenants that staff may see; no row of any tenant in every other context.
create function auth.staff_tenants() returns int[]
  language sql stable parallel restricted security definer set search_path = pg_catalog, pg_temp as $$
  select case when auth.is_staff() then coalesce(auth.tenants(), '{}') else '{}' end
$$;
-- Upstream keys: may this context write rows of every tenant, or only of one?
create function auth.ingests_all() returns boolean
  language sql stable parallel restricted security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(auth.context_kind() = 'ingest' and auth.tenants() is null, false)
$$;
create function auth.ingest_tenant() returns int
  language sql stable parallel restricted security definer set search_path = pg_catalog, pg_temp as $$
  select case when auth.context_kind() = 'ingest' then (auth.tenants())[1] end
$$;
create function auth.is_ingest() returns boolean
  language sql stable parallel restricted security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(auth.context_kind() = 'ingest', false)
$$;
-- User id, or key id of upstream.
create function auth.actor() returns text
  language sql stable parallel restricted security definer set search_path = pg_catalog, pg_temp as $$
  select split_part(auth.verified_context(), '|', 3)
$$;
create function auth.session_id() returns text
  language sql stable parallel restricted security definer set search_path = pg_catalog, pg_temp as $$
  select split_part(auth.verified_context(), '|', 4)
$$;

grant execute on function auth.verified_context(), auth.context_kind(), auth.tenant(), auth.tenants(), auth.is_staff(),
  auth.is_admin(), auth.staff_tenants(), auth.ingests_all(), auth.ingest_tenant(), auth.is_ingest(), auth.actor(), auth.session_id()
  to portal_member, portal_staff, portal_admin, portal_ingest, portal_keeper;
