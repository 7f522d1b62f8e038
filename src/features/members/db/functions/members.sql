-- The people of a tenant, for those who manage them. The asker's context says which tenant; the right is looked at here too,
-- because these functions see everybody. Raises 42501 where it is missing.
create or replace function auth.managed_tenant(of_tenant int) returns void
  language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  perform auth.require_context('member', 'staff', 'admin');
  if not (case auth.context_kind()
      when 'member' then of_tenant = auth.tenant() and exists (select from portal.roles r
        where 'members.manage' = any (r.permissions)
          and r.key in (select m.role from portal.members m where m.tenant_id = of_tenant and m.user_id = auth.actor()
            union all select s.view_role from auth.sessions s where s.id = auth.session_id() and auth.is_viewing()))
      else exists (select from portal.profiles p where p.user_id = auth.actor() and p.global_admin)
        and (auth.is_admin() or of_tenant = any (auth.staff_tenants())) end) then
    raise exception 'not the asker''s to manage' using errcode = '42501';
  end if;
end $$;

-- Those whose name or address has the term in it; who asks sorts and cuts.
create or replace function portal.list_members(of_tenant int, term text, out user_id text, out name text, out email text, out role text,
  out since timestamptz, out last_seen timestamptz) returns setof record
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform auth.managed_tenant(of_tenant);
  return query select m.user_id, p.name, p.email, m.role, m.created_at,
      greatest((select max(s.last_active_at) from auth.sessions s where s.user_id = m.user_id and s.tenant_id = of_tenant),
               (select max(d.last_seen_at) from auth.devices d where d.user_id = m.user_id))
    from portal.members m join portal.profiles p on p.user_id = m.user_id
   where m.tenant_id = of_tenant
     and (term is null or portal.contains_folded(portal.search_fold(p.name), term) or portal.contains_folded(portal.search_fold(p.email), term));
end $$;

-- Those whose address, or the name of who invited them, has the term in it.
create or replace function portal.list_invitations(of_tenant int, term text, out id int, out email text, out role text, out invited_by text,
  out created_at timestamptz, out ends_at timestamptz) returns setof record
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform auth.managed_tenant(of_tenant);
  return query select i.id, i.email, i.role, p.name, i.created_at, i.ends_at
    from auth.invitations i left join portal.profiles p on p.user_id = i.invited_by
   where i.tenant_id = of_tenant
     and (term is null or portal.contains_folded(portal.search_fold(concat_ws(chr(10), i.email, p.name)), term));
end $$;

-- Invites one address; who is a member already is left alone. The link goes by mail, to the address alone. Answers member, invited, or
-- again where a link that was good until now is void by it.
create or replace function portal.invite_member(of_tenant int, address text, of_role text, token text) returns text
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  who text;
  asker_name text;
  tenant portal.tenants%rowtype;
  again boolean;
begin
  perform auth.managed_tenant(of_tenant);
  select u.id into who from auth.users u where u.email = address;
  if exists (select from portal.members m where m.tenant_id = of_tenant and m.user_id = who) then return 'member'; end if;
  select * into tenant from portal.tenants t where t.id = of_tenant;
  select p.name into asker_name from portal.profiles p where p.user_id = auth.actor();
  again := exists (select from auth.invitations i where i.tenant_id = of_tenant and i.email = address and i.ends_at > clock_timestamp());
  insert into auth.invitations as i (tenant_id, email, role, token_hash, invited_by, ends_at)
    values (of_tenant, address, of_role, sha256(convert_to(token, 'utf8')), auth.actor(), now() + interval '7 days')
  on conflict (tenant_id, email) do update set role = excluded.role, token_hash = excluded.token_hash,
    invited_by = excluded.invited_by, created_at = now(), ends_at = excluded.ends_at;
  -- The link that it takes the place of is void; so is what was kept of it.
  update auth.mails m set secret = null where m.to_email = address and m.kind = 'invitation' and (m.details ->> 'tenantId')::int = of_tenant;
  insert into auth.mails (to_email, user_id, kind, language, details, secret, ends_at)
    values (address, who, 'invitation', coalesce((select p.language from portal.profiles p where p.user_id = who), portal.language_of_tenant(of_tenant),
        (select i.language from portal.installation i)),
      jsonb_build_object('tenant', tenant.name, 'by', coalesce(asker_name, ''), 'tenantId', of_tenant::text), token, now() + interval '7 days');
  return case when again then 'again' else 'invited' end;
end $$;

create or replace function portal.withdraw_invitation(of_tenant int, of_id int) returns text
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare address text;
begin
  perform auth.managed_tenant(of_tenant);
  delete from auth.invitations i where i.tenant_id = of_tenant and i.id = of_id returning i.email into address;
  update auth.mails m set secret = null where m.to_email = address and m.kind = 'invitation' and (m.details ->> 'tenantId')::int = of_tenant;
  return address;
end $$;

-- Who manages the members of a tenant now: whoever is deactivated manages nobody.
create or replace function portal.owners_of(of_tenant int) returns setof text
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select m.user_id from portal.members m join portal.roles r on r.key = m.role and 'members.manage' = any (r.permissions)
    join portal.profiles p on p.user_id = m.user_id and p.deactivated_at is null
   where m.tenant_id = of_tenant
$$;

-- Another role for a member, or none: out of the tenant. Answers the role before; 'last' when nobody would be left who manages
-- the people; no row of that member: null. Of two changes at once one waits.
create or replace function portal.change_member(of_tenant int, of_user text, new_role text, out role_before text, out is_last boolean)
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform auth.managed_tenant(of_tenant);
  perform from portal.tenants t where t.id = of_tenant for update;
  select m.role into role_before from portal.members m where m.tenant_id = of_tenant and m.user_id = of_user;
  if role_before is null then return; end if;
  is_last := of_user in (select portal.owners_of(of_tenant)) and not exists (select from portal.owners_of(of_tenant) o where o <> of_user)
    and not exists (select from portal.roles r where r.key = new_role and 'members.manage' = any (r.permissions));
  if is_last then return; end if;
  if new_role is null then
    delete from portal.members m where m.tenant_id = of_tenant and m.user_id = of_user;
    update portal.profiles p set default_tenant_id = null where p.user_id = of_user and p.default_tenant_id = of_tenant;
  else
    update portal.members m set role = new_role where m.tenant_id = of_tenant and m.user_id = of_user;
  end if;
end $$;
grant execute on function portal.list_members(int, text), portal.list_invitations(int, text), portal.invite_member(int, text, text, text),
  portal.withdraw_invitation(int, int), portal.change_member(int, text, text) to portal_member, portal_staff, portal_admin;

-- What an invitation's link opens; no row: it is void, and nothing says why. `role_name`: null where the role has the name it came
-- with, which each language says its own way.
create or replace function auth.find_invitation(of_hash bytea, out email text, out tenant_id int, out tenant text, out role text,
  out ends_at timestamptz, out user_id text, out role_name text) returns setof record
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select i.email, i.tenant_id, coalesce(t.name, (select x.company_name from portal.installation x)), r.key, i.ends_at,
         (select u.id from auth.users u where u.email = i.email), (select o.name from portal.roles o where o.key = r.key and o.named)
    from auth.invitations i cross join lateral (select coalesce(i.role, i.access -> 'staff' ->> 'role', 'global_admin')) r (key)
    left join portal.tenants t on t.id = i.tenant_id and t.suspended_at is null
   where i.token_hash = of_hash and i.ends_at > clock_timestamp() and (i.tenant_id is null or t.id is not null)
$$;

-- One of the manufacturer's own people has come: what their invitation gives them.
create or replace function auth.join_own(who text, access jsonb) returns void
  language plpgsql volatile as $$
begin
  if (access -> 'administrator')::boolean then
    update portal.profiles p set global_admin = true where p.user_id = who;
  else
    insert into portal.staff (user_id, role, all_tenants)
      values (who, access -> 'staff' ->> 'role', jsonb_typeof(access -> 'staff' -> 'tenantIds') = 'null') on conflict do nothing;
    insert into portal.staff_tenants (tenant_id, user_id)
    select t.id, who from portal.tenants t
     where access -> 'staff' -> 'tenantIds' @> to_jsonb(t.id) and exists (select from portal.staff s where s.user_id = who)
    on conflict do nothing;
  end if;
end $$;

-- Takes an invitation up, once: for the person who is signed in under its address, or for somebody new with a name and a
-- password. Answers the member's id; null: void, or an account that has to sign in first.
create or replace function auth.accept_invitation(of_hash bytea, session_token text, new_name text, password_hash text, trace text)
  returns text language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  invited auth.invitations%rowtype;
  who text;
begin
  select i.* into invited from auth.invitations i
   where i.token_hash = of_hash and i.ends_at > clock_timestamp()
     and (i.tenant_id is null or exists (select from portal.tenants t where t.id = i.tenant_id and t.suspended_at is null)) for update;
  if invited.id is null then return null; end if;
  select u.id into who from auth.users u where u.email = invited.email;
  if who is not null then
    if not exists (select from auth.sessions s where s.token = session_token and s.user_id = who and s.expires_at > clock_timestamp()) then
      return null;
    end if;
  else
    if password_hash is null then return null; end if;
    who := gen_random_uuid()::text;
    insert into auth.users (id, name, email, email_verified) values (who, new_name, invited.email, true);
    insert into auth.accounts (id, user_id, account_id, provider_id, password)
      values (gen_random_uuid()::text, who, who, 'credential', password_hash);
    insert into portal.profiles (user_id, name, email, default_tenant_id) values (who, new_name, invited.email, invited.tenant_id);
  end if;
  delete from auth.invitations i where i.id = invited.id;
  if invited.tenant_id is null then
    perform auth.join_own(who, invited.access);
    update auth.mails m set secret = null where m.to_email = invited.email and m.kind = 'own_invitation';
    perform portal.append_audit(0, 'user.joined', 'user', who, null, invited.access, trace, who);
    return who;
  end if;
  insert into portal.members (tenant_id, user_id, role) values (invited.tenant_id, who, invited.role) on conflict do nothing;
  update auth.mails m set secret = null where m.to_email = invited.email and m.kind = 'invitation'
    and (m.details ->> 'tenantId')::int = invited.tenant_id;
  perform portal.append_audit(invited.tenant_id, 'member.joined', 'member', who, null, jsonb_build_object('role', invited.role), trace, who);
  return who;
end $$;
grant execute on function auth.find_invitation(bytea), auth.accept_invitation(bytea, text, text, text, text) to portal_auth;

-- Who manages the people sees for a while that an invitation ran out; then it goes.
create or replace function auth.prune_invitations() returns void
  language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  delete from auth.invitations i where i.ends_at < now() - interval '30 days'
$$;
grant execute on function auth.prune_invitations() to portal_auth;
