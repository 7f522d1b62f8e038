-- People, for administrators who look at all of the installation.

-- All that a person may enter, as one value: what is audited, and what a change has to know of.
create or replace function portal.access_of_person(of_user text) returns jsonb
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select jsonb_build_object(
    'administrator', p.global_admin,
    'staff', (select jsonb_build_object('role', s.role, 'tenantIds', case when not s.all_tenants then
                coalesce((select jsonb_agg(a.tenant_id order by a.tenant_id) from portal.staff_tenants a where a.user_id = s.user_id), '[]') end)
              from portal.staff s where s.user_id = p.user_id),
    'memberships', coalesce((select jsonb_agg(jsonb_build_object('tenantId', m.tenant_id, 'role', m.role) order by m.tenant_id)
                               from portal.members m where m.user_id = p.user_id), '[]'))
    from portal.profiles p where p.user_id = of_user
$$;

-- Everybody who fits. `of_role`: an administrator, a role of the staff or of a tenant. `of_tenant`: who works there, or is assigned to it.
-- `staff_tenants`: null where staff see all of them, and for whoever is none.
create or replace function portal.people(search text, of_state text, of_role text, of_tenant int, just text,
  out user_id text, out name text, out email text, out administrator boolean, out staff_role text, out tenants jsonb,
  out deactivated_at timestamptz, out last_sign_in timestamptz, out since timestamptz, out second_factor boolean, out staff_tenants jsonb) returns setof record
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform auth.require_context('admin');
  return query select p.user_id, p.name, p.email, p.global_admin, s.role,
      coalesce((select jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name, 'role', m.role) order by t.name collate portal.natural_order)
                  from portal.members m join portal.tenants t on t.id = m.tenant_id where m.user_id = p.user_id), '[]'),
      p.deactivated_at, (select max(d.last_seen_at) from auth.devices d where d.user_id = p.user_id), p.created_at,
      exists (select from auth.second_factors f where f.user_id = p.user_id and f.enrolled_at is not null),
      case when not s.all_tenants then
        coalesce((select jsonb_agg(t.name order by t.name collate portal.natural_order)
                    from portal.staff_tenants a join portal.tenants t on t.id = a.tenant_id where a.user_id = p.user_id), '[]') end
    from portal.profiles p left join portal.staff s on s.user_id = p.user_id
   where (just is null or p.user_id = just)
     and not exists (select from auth.temporary_access x where x.user_id = p.user_id) -- nobody's account
     and (search is null or portal.contains_folded(portal.search_fold(p.name), search) or portal.contains_folded(portal.search_fold(p.email), search))
     and (of_state is null or (p.deactivated_at is not null) = (of_state = 'deactivated'))
     and (of_role is null or case when of_role = 'global_admin' then p.global_admin
            else s.role = of_role or exists (select from portal.members m where m.user_id = p.user_id and m.role = of_role) end)
     and (of_tenant is null or exists (select from portal.members m where m.user_id = p.user_id and m.tenant_id = of_tenant)
       or exists (select from portal.staff_tenants a where a.user_id = p.user_id and a.tenant_id = of_tenant and not s.all_tenants));
end $$;

-- Where a person is signed in.
create or replace function portal.sessions_of(of_user text, out id text, out user_agent text, out address text, out created_at timestamptz,
  out last_active_at timestamptz, out is_current boolean) returns setof record
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform auth.require_context('admin');
  return query select s.id, s.user_agent, s.ip_address, s.created_at, s.last_active_at, s.id = auth.session_id()
    from auth.sessions s where s.user_id = of_user and s.expires_at > clock_timestamp()
   order by s.last_active_at desc, s.id limit 200;
end $$;

-- Ends one session of a person, or all of them but the asker's own; answers how many.
create or replace function portal.end_sessions(of_user text, of_id text) returns int
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare ended int;
begin
  perform auth.require_context('admin');
  delete from auth.sessions s where s.user_id = of_user and (of_id is null or s.id = of_id) and s.id <> auth.session_id();
  get diagnostics ended = row_count;
  return ended;
end $$;

-- Is one of the counters of this account locked, and until when; and the way to begin them anew.
create or replace function portal.locked_until(of_account text) returns timestamptz
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform auth.require_context('admin');
  return (select max(a.locked_until) from auth.attempts a where a.account = of_account and a.locked_until > clock_timestamp());
end $$;
create or replace function portal.unlock_account(of_account text) returns int
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare counters int;
begin
  perform auth.require_context('admin');
  delete from auth.attempts a where a.account = of_account;
  get diagnostics counters = row_count;
  return counters;
end $$;

-- Other rights for a person, all of them at once. `outcome`: null: nobody; stale; unknown_role; unknown_tenant;
-- last_administrator; last_owner (of the tenant `about`); done.
create or replace function portal.set_access(of_user text, known text, wanted jsonb, out outcome text, out about int, out before jsonb)
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  staff jsonb := nullif(wanted -> 'staff', 'null');
  assigned int[] := array(select x::int from jsonb_array_elements_text(case when jsonb_typeof(staff -> 'tenantIds') = 'array' then staff -> 'tenantIds' else '[]' end) x);
begin
  perform auth.require_context('admin');
  -- One change after the other: whoever is the last must not go together with the one before.
  perform from portal.installation i for update;
  perform from portal.profiles p where p.user_id = of_user for update;
  before := portal.access_of_person(of_user);
  if before is null then return; end if;
  if md5(before::text) <> known then outcome := 'stale'; return; end if;
  if exists (select from jsonb_to_recordset(wanted -> 'memberships') w ("tenantId" int, role text)
              where not exists (select from portal.roles r where r.key = w.role and r.kind = 'tenant'))
     or staff is not null and not exists (select from portal.roles r where r.key = staff ->> 'role' and r.kind = 'staff') then
    outcome := 'unknown_role'; return;
  end if;
  if exists (select from (select w."tenantId" from jsonb_to_recordset(wanted -> 'memberships') w ("tenantId" int) union all select unnest(assigned)) w (id)
              where not exists (select from portal.tenants t where t.id = w.id)) then
    outcome := 'unknown_tenant'; return;
  end if;
  if (before -> 'administrator')::boolean and not (wanted -> 'administrator')::boolean
     and not exists (select from portal.profiles p where p.global_admin and p.deactivated_at is null and p.user_id <> of_user) then
    outcome := 'last_administrator'; return;
  end if;

  update portal.profiles p set global_admin = (wanted -> 'administrator')::boolean where p.user_id = of_user;
  delete from portal.staff_tenants a where a.user_id = of_user;
  if staff is null then
    delete from portal.staff s where s.user_id = of_user;
  else
    insert into portal.staff as s (user_id, role, all_tenants) values (of_user, staff ->> 'role', jsonb_typeof(staff -> 'tenantIds') = 'null')
    on conflict (user_id) do update set role = excluded.role, all_tenants = excluded.all_tenants;
    insert into portal.staff_tenants (tenant_id, user_id) select distinct a, of_user from unnest(assigned) a;
  end if;
  delete from portal.members m where m.user_id = of_user
     and not exists (select from jsonb_to_recordset(wanted -> 'memberships') w ("tenantId" int) where w."tenantId" = m.tenant_id);
  insert into portal.members as m (tenant_id, user_id, role)
  select distinct on (w."tenantId") w."tenantId", of_user, w.role from jsonb_to_recordset(wanted -> 'memberships') w ("tenantId" int, role text)
  on conflict (tenant_id, user_id) do update set role = excluded.role where m.role <> excluded.role;
  update portal.profiles p set default_tenant_id = null where p.user_id = of_user
     and not exists (select from portal.members m where m.user_id = of_user and m.tenant_id = p.default_tenant_id);

  -- A tenant whose people nobody could manage any more, because of this.
  about := (select b."tenantId" from jsonb_to_recordset(before -> 'memberships') b ("tenantId" int, role text)
              join portal.roles r on r.key = b.role and 'members.manage' = any (r.permissions)
             where exists (select from portal.profiles p where p.user_id = of_user and p.deactivated_at is null)
               and not exists (select from portal.owners_of(b."tenantId")) limit 1);
  outcome := case when about is null then 'done' else 'last_owner' end; -- whoever asked rolls the latter back
end $$;

-- Takes the way in from a person, ending their sessions, or gives it back. `outcome`: null: nobody; last_administrator;
-- last_owner: of a company whose members nobody else manages; done.
create or replace function portal.set_deactivated(of_user text, off boolean, out outcome text, out was boolean)
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform auth.require_context('admin');
  perform from portal.installation i for update;
  select p.deactivated_at is not null into was from portal.profiles p where p.user_id = of_user for update;
  if was is null then return; end if;
  if off and not was and exists (select from portal.profiles p where p.user_id = of_user and p.global_admin)
     and not exists (select from portal.profiles p where p.global_admin and p.deactivated_at is null and p.user_id <> of_user) then
    outcome := 'last_administrator'; return;
  end if;
  -- As a change of a member does, so that two who are the last do not go together.
  perform from portal.tenants t where t.id in (select m.tenant_id from portal.members m where m.user_id = of_user) order by t.id for update;
  if off and not was and exists (select from portal.members m where m.user_id = of_user and of_user in (select portal.owners_of(m.tenant_id))
       and not exists (select from portal.owners_of(m.tenant_id) o where o <> of_user)) then
    outcome := 'last_owner'; return;
  end if;
  update portal.profiles p set deactivated_at = case when off then coalesce(p.deactivated_at, now()) end where p.user_id = of_user;
  if off then delete from auth.sessions s where s.user_id = of_user; end if;
  outcome := 'done';
end $$;

-- May this account come in at all? For the sign-in.
create or replace function auth.may_enter(of_user text) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select not exists (select from portal.profiles p where p.user_id = of_user and p.deactivated_at is not null)
$$;
grant execute on function auth.may_enter(text) to portal_auth;

-- Invites one of the manufacturer's own people: staff or an administrator.
create or replace function portal.invite_own(address text, of_access jsonb, token text) returns text
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  who text := (select u.id from auth.users u where u.email = address);
  asker_name text := (select p.name from portal.profiles p where p.user_id = auth.actor());
  again boolean := exists (select from auth.invitations i where i.tenant_id is null and i.email = address and i.ends_at > clock_timestamp());
begin
  perform auth.require_context('admin');
  if exists (select from portal.staff s where s.user_id = who) or exists (select from portal.profiles p where p.user_id = who and p.global_admin) then
    return 'member';
  end if;
  insert into auth.invitations as i (email, access, token_hash, invited_by, ends_at)
    values (address, of_access, sha256(convert_to(token, 'utf8')), auth.actor(), now() + interval '7 days')
  on conflict (email) where tenant_id is null do update set access = excluded.access, token_hash = excluded.token_hash,
    invited_by = excluded.invited_by, created_at = now(), ends_at = excluded.ends_at;
  update auth.mails m set secret = null where m.to_email = address and m.kind = 'own_invitation';
  insert into auth.mails (to_email, user_id, kind, language, details, secret, ends_at)
    values (address, who, 'own_invitation', auth.language_of(who), jsonb_build_object('by', coalesce(asker_name, '')), token, now() + interval '7 days');
  return case when again then 'again' else 'invited' end;
end $$;

-- Who is invited and has not come yet, to whatever it is: those whose address, company or inviter has the term in it.
create or replace function portal.open_invitations(term text, out id int, out email text, out tenant text, out role text, out administrator boolean,
  out invited_by text, out created_at timestamptz, out ends_at timestamptz) returns setof record
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform auth.require_context('admin');
  return query select i.id, i.email, t.name, coalesce(i.role, i.access -> 'staff' ->> 'role'),
      coalesce((i.access -> 'administrator')::boolean, false), p.name, i.created_at, i.ends_at
    from auth.invitations i left join portal.tenants t on t.id = i.tenant_id left join portal.profiles p on p.user_id = i.invited_by
   where term is null or portal.contains_folded(portal.search_fold(concat_ws(chr(10), i.email, t.name, p.name)), term);
end $$;

create or replace function portal.withdraw_any_invitation(of_id int, out address text, out tenant_id int)
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform auth.require_context('admin');
  delete from auth.invitations i where i.id = of_id returning i.email, i.tenant_id into address, tenant_id;
  update auth.mails m set secret = null where m.to_email = address
     and (m.kind = 'invitation' and (m.details ->> 'tenantId')::int = withdraw_any_invitation.tenant_id
       or m.kind = 'own_invitation' and withdraw_any_invitation.tenant_id is null);
end $$;
grant execute on function portal.access_of_person(text), portal.people(text, text, text, int, text), portal.sessions_of(text), portal.end_sessions(text, text),
  portal.locked_until(text), portal.unlock_account(text), portal.set_access(text, text, jsonb), portal.set_deactivated(text, boolean),
  portal.invite_own(text, jsonb, text), portal.open_invitations(text), portal.withdraw_any_invitation(int) to portal_admin;
