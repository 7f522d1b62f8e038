-- Temporary access (A2).

-- What a role may hold that somebody without an account is given: reading, and neither people nor the trail.
create or replace function auth.readable(permissions text[]) returns text[]
  language sql immutable as $$
  select coalesce(array_agg(p), '{}') from unnest(permissions) p where p like '%.read' and p <> 'audit.read'
$$;

-- The access of this user, while it lasts. No row: there is none, or it was revoked, has run out, or the tenant allows none.
create or replace function auth.temporary_of(of_user text, out tenant_id int, out role text, out permissions text[], out tenant_language text,
  out currency text, out hidden_modules text[]) returns setof record
  language sql stable as $$
  select t.id, x.role, auth.readable(r.permissions),
         coalesce(t.language, case when t.region = 'CA-QC' then 'fr-CA' end), t.currency,
         array(select v.module_id from portal.tenant_module_visibility v where v.tenant_id = t.id and not v.is_visible)
    from auth.temporary_access x
    join portal.tenants t on t.id = x.tenant_id and t.suspended_at is null and t.allows_temporary
    join portal.roles r on r.key = x.role and r.kind = 'tenant'
   where x.user_id = of_user and x.revoked_at is null and x.ends_at > clock_timestamp()
$$;

-- Signs in with an address and a code: a use is counted, and the session made, in one statement each, so that no two of them
-- share the last one. Null: no.
create or replace function auth.enter_temporary(address text, of_hash bytea, session_token text, from_address text, agent text, trace text)
  returns boolean language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare entered auth.temporary_access%rowtype;
begin
  update auth.temporary_access x set used = x.used + 1, last_used_at = clock_timestamp()
   where x.code_hash = of_hash and x.email = address and x.used < x.uses and exists (select from auth.temporary_of(x.user_id))
  returning x.* into entered;
  if entered.id is null then return false; end if;
  insert into auth.sessions (id, user_id, token, tenant_id, expires_at, ends_at, ip_address, user_agent)
    values (gen_random_uuid()::text, entered.user_id, session_token, entered.tenant_id,
      least(clock_timestamp() + interval '15 minutes', entered.ends_at), entered.ends_at, from_address, agent);
  perform portal.append_audit(entered.tenant_id, 'session.signed_in', 'session', null, null,
    jsonb_build_object('temporary', true, 'email', entered.email, 'use', entered.used), trace, entered.user_id,
    from_address);
  return true;
end $$;
grant execute on function auth.enter_temporary(text, bytea, text, text, text, text) to portal_auth;

create or replace function portal.issue_temporary(address text, of_tenant int, of_role text, until timestamptz, most_uses int, of_hash bytea)
  returns int language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  who text := 'temporary-' || gen_random_uuid();
  issued int;
begin
  perform auth.require_context('admin');
  -- An address that nobody can type: it signs in by its code alone.
  insert into auth.users (id, name, email) values (who, address, who || '@temporary.invalid');
  insert into portal.profiles (user_id, name, email) values (who, address, address);
  insert into auth.temporary_access (user_id, tenant_id, role, email, code_hash, uses, issued_by, ends_at)
    values (who, of_tenant, of_role, address, of_hash, most_uses, auth.actor(), until) returning id into issued;
  return issued;
end $$;

create or replace function portal.list_temporary(before_id int, most int, of_search text, out id int, out email text, out tenant_id int, out tenant text,
  out role text, out uses int, out used int, out issued_by text, out created_at timestamptz, out ends_at timestamptz,
  out last_used_at timestamptz, out revoked_at timestamptz, out sessions int, out total int) returns setof record
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform auth.require_context('admin');
  return query
    with chosen as (
      select x.*, t.name as tenant_name, p.name as issuer
        from auth.temporary_access x join portal.tenants t on t.id = x.tenant_id left join portal.profiles p on p.user_id = x.issued_by
       where of_search is null or portal.contains_folded(portal.search_fold(x.email || chr(10) || t.name || chr(10) || coalesce(p.name, '')), of_search)
    )
    select x.id, x.email, x.tenant_id, x.tenant_name, x.role, x.uses, x.used, x.issuer, x.created_at, x.ends_at, x.last_used_at, x.revoked_at,
      (select count(*)::int from auth.sessions s where s.user_id = x.user_id and s.expires_at > clock_timestamp()),
      (select count(*)::int from chosen)
    from chosen x where before_id is null or x.id < before_id order by x.id desc limit most;
end $$;

-- Ends an access and its sessions, at once. Null: there is none, or it is revoked already.
create or replace function portal.revoke_temporary(of_id int, out tenant_id int, out email text)
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare who text;
begin
  perform auth.require_context('admin');
  update auth.temporary_access x set revoked_at = clock_timestamp() where x.id = of_id and x.revoked_at is null
  returning x.user_id, x.tenant_id, x.email into who, revoke_temporary.tenant_id, revoke_temporary.email;
  delete from auth.sessions s where s.user_id = who;
end $$;

-- Whether a tenant allows it; where it does no longer, whoever is in goes. Null: no such tenant.
create or replace function portal.allow_temporary(of_tenant int, allowed boolean) returns boolean
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare was boolean := (select t.allows_temporary from portal.tenants t where t.id = of_tenant for update);
begin
  perform auth.require_context('admin');
  update portal.tenants t set allows_temporary = allowed where t.id = of_tenant;
  if not allowed then
    delete from auth.sessions s using auth.temporary_access x where x.user_id = s.user_id and x.tenant_id = of_tenant;
  end if;
  return was;
end $$;
grant execute on function portal.issue_temporary(text, int, text, timestamptz, int, bytea), portal.list_temporary(int, int, text),
  portal.revoke_temporary(int), portal.allow_temporary(int, boolean) to portal_admin;
