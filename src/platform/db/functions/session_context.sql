-- What a session may see now: the one place where access is worked out, for requests and for open streams of events.
-- A member whose current membership is gone is in the first that remains (A7). Called by functions that pin their path.
-- `of_view`: an administrator looks through the eyes of this role; once that has run out the session is in no tenant, so that
-- the screens that it still shows are refused. `mode`: a session that changes nothing, and why.
create or replace function auth.access_of(of_user text, of_tenant int, of_view text,
  out kind text, out tenant_id int, out tenant_ids int[], out role text, out permissions text[], out hidden_modules text[],
  out language text, out tenant_language text, out currency text, out is_admin boolean, out is_staff boolean, out mode text)
  language plpgsql stable as $$
declare
  st portal.staff%rowtype;
  home int;
  is_off boolean;
begin
  -- The person, the tenant and what they are to each other, at one look: all there is to know of a member.
  select p.deactivated_at is not null, p.language, p.global_admin, t.id, coalesce(t.language, case when t.region = 'CA-QC' then 'fr-CA' end), t.currency, m.role, m.permissions,
         array(select v.module_id from portal.tenant_module_visibility v where v.tenant_id = t.id and not v.is_visible and not p.global_admin)
    into is_off, language, is_admin, tenant_id, tenant_language, currency, role, permissions, hidden_modules
    from portal.profiles p
    left join portal.tenants t on t.id = of_tenant and (t.suspended_at is null or p.global_admin)
    left join (select x.tenant_id, x.user_id, x.role, r.permissions
                 from portal.members x join portal.roles r on r.key = x.role and r.kind = 'tenant') m
      on m.tenant_id = t.id and m.user_id = p.user_id and not p.global_admin
   where p.user_id = of_user;
  is_admin := coalesce(is_admin, false);
  is_staff := false;
  -- Deactivated: whatever session may still be there sees nothing.
  if is_off then
    kind := 'none'; tenant_id := null; tenant_ids := '{}'; role := null; permissions := '{}'; hidden_modules := '{}'; is_admin := false;
    tenant_language := null; currency := (select i.currency from portal.installation i);
    return;
  end if;

  if role is not null then
    kind := 'member'; tenant_ids := array[tenant_id];
    return;
  end if;
  permissions := '{}';

  if is_admin and of_view is not null and tenant_id is not null then
    mode := 'view_as'; kind := 'member'; tenant_ids := array[tenant_id]; role := of_view; is_admin := false;
    permissions := coalesce((select r.permissions from portal.roles r where r.key = of_view and r.kind = 'tenant'), '{}');
    hidden_modules := array(select v.module_id from portal.tenant_module_visibility v where v.tenant_id = of_tenant and not v.is_visible);
    return;
  end if;

  if is_admin then
    role := 'global_admin'; -- of a tenant that is gone: back to all
    kind := case when tenant_id is null then 'admin' else 'staff' end; -- narrowed: no more than that tenant
    tenant_ids := case when tenant_id is null then null else array[tenant_id] end;
  else
    select s.* into st from portal.staff s join portal.roles r on r.key = s.role and r.kind = 'staff' where s.user_id = of_user;
    is_staff := found;
    if is_staff then
      kind := 'staff'; role := st.role;
      select r.permissions into permissions from portal.roles r where r.key = st.role;
      select coalesce(array_agg(x.id order by x.id), '{}') into tenant_ids from portal.tenants x
       where x.suspended_at is null
         and (st.all_tenants or exists (select from portal.staff_tenants a where a.tenant_id = x.id and a.user_id = of_user));
      if tenant_id = any (tenant_ids) then tenant_ids := array[tenant_id]; else tenant_id := null; end if;
    else
      home := auth.default_tenant(of_user);
      if home is not null and home is distinct from of_tenant then
        select a.* into kind, tenant_id, tenant_ids, role, permissions, hidden_modules, language, tenant_language, currency, is_admin, is_staff
          from auth.access_of(of_user, home, null) a;
        return;
      end if;
      select t.tenant_id, t.role, t.permissions, t.tenant_language, t.currency, t.hidden_modules
        into tenant_id, role, permissions, tenant_language, currency, hidden_modules from auth.temporary_of(of_user) t;
      if found then
        mode := 'temporary'; kind := 'member'; tenant_ids := array[tenant_id];
        return;
      end if;
      permissions := '{}';
      kind := 'none'; tenant_id := null; tenant_ids := '{}';
    end if;
    if tenant_id is null then tenant_language := null; currency := null; hidden_modules := '{}'; end if;
  end if;
  hidden_modules := coalesce(hidden_modules, '{}');
  currency := coalesce(currency, (select i.currency from portal.installation i));
end $$;

-- Token of a running session → who asks; nothing but nulls where there is none. It sees everything and opens nothing.
create or replace function auth.asker_of(session_token text) returns auth.asker
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  asker auth.asker;
begin
  select s.user_id, s.id, a.kind, a.tenant_id, a.tenant_ids, a.role, a.permissions, a.hidden_modules, a.language, a.tenant_language,
         a.currency, a.is_admin, a.is_staff, s.expires_at, s.last_active_at,
         a.kind = 'member' and a.mode is distinct from 'view_as' and (select t.requires_second_factor from portal.tenants t where t.id = a.tenant_id),
         s.second_factor_at, s.password_at, a.mode, w, clock_timestamp() into asker
    from auth.sessions s, auth.access_of(s.user_id, case when s.view_role is null or s.view_ends > clock_timestamp() then s.tenant_id end, s.view_role) a,
         auth.factor_ways(s.user_id) w
   where s.token = session_token and s.expires_at > clock_timestamp();
  return asker;
end $$;
grant execute on function auth.asker_of(text) to portal_keeper;

-- Session token → who asks. SECURITY DEFINER reads sessions and memberships, but may not SET ROLE: begin_context does.
-- Raises 28000: 'no session', or 'token reused' when a retired token comes back after its grace.
create or replace function auth.open_context(session_token text) returns auth.asker
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  asker auth.asker := auth.asker_of(session_token);
  successor text;
  of_session text;
  retired timestamptz;
  done text;
begin
  if asker.session_id is null then
    select s.token, s.id, r.retired_at into successor, of_session, retired
      from auth.retired_tokens r join auth.sessions s on s.id = r.session_id
     where r.token_hash = sha256(convert_to(session_token, 'utf8')) and s.expires_at > clock_timestamp();
    if successor is null then raise exception 'no session' using errcode = '28000'; end if;
    if retired < clock_timestamp() - interval '30 seconds' then
      raise exception 'token reused' using errcode = '28000', detail = of_session;
    end if;
    return auth.open_context(successor); -- within its grace a token stands for the one that came after it
  end if;

  -- Assigned, not performed: a query would be set up for each.
  done := set_config('portal.context',
    asker.kind || '|' || coalesce(array_to_string(asker.tenant_ids, ','), '*') || '|' || asker.user_id || '|' || asker.session_id, true);
  done := set_config('portal.signature', auth.sign(done), true);
  return asker;
end $$;

-- Takes the role that acts in the context of an asker, until the transaction ends.
create or replace function auth.act_as(asker auth.asker) returns auth.asker
  language plpgsql volatile as $$
begin
  case asker.kind
    when 'admin' then set local role portal_admin;
    when 'staff' then set local role portal_staff;
    else set local role portal_member; -- 'none': a member of nothing sees nothing
  end case;
  return asker;
end $$;

-- What the server calls first in every transaction of a session.
create or replace function auth.begin_context(session_token text) returns auth.asker
  language plpgsql volatile as $$
begin
  return auth.act_as(auth.open_context(session_token));
end $$;

grant execute on function auth.open_context(text), auth.act_as(auth.asker), auth.begin_context(text) to portal_app;

-- The tenants of the asking person, for the session answer: names of tenants that the current one may not see otherwise.
create or replace function auth.memberships(out tenant_id int, out tenant_name text, out role text) returns setof record
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select m.tenant_id, t.name, m.role
    from portal.members m join portal.tenants t on t.id = m.tenant_id and t.suspended_at is null
   where m.user_id = auth.actor() and auth.context_kind() <> 'ingest'
   order by t.name collate portal.natural_order, m.tenant_id
$$;
grant execute on function auth.memberships() to portal_member, portal_staff, portal_admin;

-- The tenant that a new session starts in: default_tenant_id where it is a membership, else the first (A7).
create or replace function auth.default_tenant(of_user text) returns int
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select m.tenant_id
    from portal.members m join portal.tenants t on t.id = m.tenant_id and t.suspended_at is null
    join portal.profiles p on p.user_id = m.user_id
   where m.user_id = of_user and not p.global_admin
   order by (m.tenant_id = p.default_tenant_id) desc nulls last, m.tenant_id limit 1
$$;
grant execute on function auth.default_tenant(text) to portal_auth;

-- The tenants that the asker sees, for the searches that read as the keeper; null for others, who see none, and for administrators,
-- who see all.
create or replace function auth.seen_tenants() returns int[]
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select case auth.context_kind() when 'member' then array[auth.tenant()] when 'staff' then auth.staff_tenants() end
$$;
grant execute on function auth.seen_tenants() to portal_keeper;

-- Moves the asking session to another tenant (null: everything that staff or an administrator may see) under a new token;
-- the old token keeps its grace. False when the person has no access there. The caller audits it in the same transaction.
create or replace function auth.switch_session(to_tenant int, new_token text) returns boolean
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  who text := auth.actor();
  admin boolean := coalesce((select p.global_admin from portal.profiles p where p.user_id = who), false);
  allowed boolean;
begin
  allowed := case
    when to_tenant is null then admin or exists (select from portal.staff s where s.user_id = who)
    when not exists (select from portal.tenants t where t.id = to_tenant and (t.suspended_at is null or admin)) then false
    else admin
      or exists (select from portal.members m where m.user_id = who and m.tenant_id = to_tenant)
      or exists (select from portal.staff s where s.user_id = who and (s.all_tenants
           or exists (select from portal.staff_tenants a where a.user_id = who and a.tenant_id = to_tenant))) end;
  if not allowed or auth.is_viewing() then return false; end if; -- who looks through a role's eyes ends that first
  update auth.sessions s set tenant_id = to_tenant, view_role = null, view_ends = null where s.id = auth.session_id(); -- of two tabs at once one waits
  perform auth.rotate_session(auth.session_id(), new_token);
  return true;
end $$;
grant execute on function auth.switch_session(int, text) to portal_member, portal_staff, portal_admin;

-- Where the asking session works now: after a switch, within its transaction, the tenant that was entered.
create or replace function auth.entered_tenant() returns int
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select s.tenant_id from auth.sessions s where s.id = auth.session_id()
$$;
grant execute on function auth.entered_tenant() to portal_keeper;

-- For functions that run as their owner: is there a signed context of one of these kinds behind the acting role? The role
-- alone proves nothing, because the server's login may become any of them. Other logins (the owner's) are not asked.
create or replace function auth.require_context(variadic kinds text[]) returns void
  language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  if auth.is_server() and coalesce(auth.context_kind(), '') <> all (kinds) then
    raise exception 'no context for this' using errcode = '42501';
  end if;
end $$;
grant execute on function auth.require_context(text[]) to portal_keeper;
