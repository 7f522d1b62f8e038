-- The second factor, for the sign-in service. What proves something is looked at by one UPDATE: of twenty at once, one succeeds.

-- What is asked of a person whatever tenant they work in, and whether their devices may be trusted: only where all their tenants
-- say so, never for staff and administrators, who see several.
create or replace function auth.factor_rules(of_user text, out tenant_requires boolean, out is_admin boolean, out may_trust boolean)
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(bool_or(t.requires_second_factor), false),
         exists (select from portal.profiles p where p.user_id = of_user and p.global_admin),
         coalesce(bool_and(t.allows_trusted_devices), false)
           and not exists (select from portal.profiles p where p.user_id = of_user and p.global_admin)
           and not exists (select from portal.staff s where s.user_id = of_user)
    from portal.members m join portal.tenants t on t.id = m.tenant_id where m.user_id = of_user
$$;

-- The session behind a token, also behind one that was replaced a moment ago.
create or replace function auth.session_behind(of_token text) returns setof auth.sessions
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select s.* from auth.sessions s where s.expires_at > clock_timestamp()
     and (s.token = of_token or s.id = (select r.session_id from auth.retired_tokens r
       where r.token_hash = sha256(convert_to(of_token, 'utf8')) and r.retired_at > clock_timestamp() - interval '30 seconds'))
$$;

-- Takes a code of the app (its time step) or a recovery code, once. Whoever's recovery code was used is told.
create or replace function auth.use_factor(of_user text, of_tenant int, of_step bigint, of_recovery bytea, trace text) returns boolean
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare remaining int;
begin
  if of_step is not null then
    update auth.second_factors f set last_step = of_step
     where f.user_id = of_user and f.enrolled_at is not null and f.last_step < of_step;
    return found;
  end if;
  update auth.recovery_codes c set used_at = clock_timestamp()
   where c.user_id = of_user and c.code_hash = of_recovery and c.used_at is null;
  if not found then return false; end if;
  select count(*) into remaining from auth.recovery_codes c where c.user_id = of_user and c.used_at is null;
  perform auth.write_to_address(u.email, 'recovery_code_used', jsonb_build_object('left', remaining::text), null, interval '2 days')
     from auth.users u where u.id = of_user;
  perform portal.append_audit(coalesce(of_tenant, 0), 'second_factor.code_used', 'user', of_user, jsonb_build_object('left', remaining + 1),
    jsonb_build_object('left', remaining), trace, of_user);
  return true;
end $$;

-- The second half of a sign-in: the session begins here. No row: the code is not good, or the first half was too long ago.
create or replace function auth.finish_sign_in(of_challenge bytea, of_step bigint, of_recovery bytea, new_token text, address text,
  agent text, seconds int, trace text, out user_id text, out tenant_id int) returns setof record
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  select c.user_id into user_id from auth.challenges c where c.token_hash = of_challenge and c.ends_at > clock_timestamp() for update;
  if user_id is null then return; end if;
  tenant_id := auth.default_tenant(user_id);
  if not auth.use_factor(user_id, tenant_id, of_step, of_recovery, trace) then return; end if;
  delete from auth.challenges c where c.token_hash = of_challenge;
  insert into auth.sessions (id, user_id, token, tenant_id, expires_at, ip_address, user_agent, second_factor_at)
    values (gen_random_uuid()::text, user_id, new_token, tenant_id, clock_timestamp() + make_interval(secs => seconds), address, agent,
      clock_timestamp());
  perform portal.append_audit(coalesce(tenant_id, 0), 'session.signed_in', 'session', null, null,
    jsonb_build_object('factor', case when of_step is null then 'recovery' else 'totp' end), trace, user_id);
  return next;
end $$;

-- Another token for a session that just proved more than before; the old one keeps its grace.
create or replace function auth.rotate_session(of_session text, new_token text) returns void
  language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  insert into auth.retired_tokens (token_hash, session_id)
    select sha256(convert_to(s.token, 'utf8')), s.id from auth.sessions s where s.id = of_session for update;
  update auth.sessions s set token = new_token, updated_at = now() where s.id = of_session;
$$;

-- Who is asked again shows the second factor, or, without one, the password, which the service has looked at.
create or replace function auth.step_up(of_session text, by_password boolean, of_step bigint, of_recovery bytea, new_token text, trace text)
  returns boolean language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare s auth.sessions%rowtype;
begin
  select * into s from auth.sessions x where x.id = of_session for update;
  if s.id is null or not by_password and not auth.use_factor(s.user_id, s.tenant_id, of_step, of_recovery, trace) then return false; end if;
  update auth.sessions x set password_at = case when by_password then clock_timestamp() else x.password_at end,
         second_factor_at = case when by_password then x.second_factor_at else clock_timestamp() end where x.id = s.id;
  perform auth.rotate_session(s.id, new_token);
  perform portal.append_audit(coalesce(s.tenant_id, 0), 'session.stepped_up', 'session', s.id, null,
    jsonb_build_object('by', case when by_password then 'password' when of_step is null then 'recovery' else 'totp' end), trace, s.user_id);
  return true;
end $$;

-- New recovery codes take the place of all old ones.
create or replace function auth.replace_codes(of_user text, hashes bytea[]) returns void
  language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  delete from auth.recovery_codes c where c.user_id = of_user;
  insert into auth.recovery_codes (user_id, code_hash) select of_user, h from unnest(hashes) h;
$$;

-- The first code of what was shown: from now on it is asked for. Every other session of the person ends.
create or replace function auth.confirm_factor(of_session text, of_step bigint, hashes bytea[], new_token text, trace text) returns boolean
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  s auth.sessions%rowtype;
  before timestamptz;
begin
  select * into s from auth.sessions x where x.id = of_session for update;
  select f.enrolled_at into before from auth.second_factors f where f.user_id = s.user_id;
  update auth.second_factors f set secret = f.pending, pending = null, pending_until = null, last_step = of_step, enrolled_at = clock_timestamp()
   where f.user_id = s.user_id and f.pending is not null and f.pending_until > clock_timestamp();
  if not found then return false; end if;
  perform auth.replace_codes(s.user_id, hashes);
  perform auth.forget_halves(s.user_id);
  delete from auth.sessions x where x.user_id = s.user_id and x.id <> s.id;
  update auth.sessions x set second_factor_at = clock_timestamp() where x.id = s.id;
  perform auth.rotate_session(s.id, new_token);
  perform auth.write_to_address(u.email, 'factor_enrolled', '{}', null, interval '2 days') from auth.users u where u.id = s.user_id;
  perform portal.append_audit(coalesce(s.tenant_id, 0), 'second_factor.enrolled', 'user', s.user_id,
    jsonb_build_object('enrolled', before is not null), jsonb_build_object('enrolled', true), trace, s.user_id);
  return true;
end $$;

-- New codes for the person behind a session.
create or replace function auth.renew_codes(of_session text, hashes bytea[], trace text) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare s auth.sessions%rowtype;
begin
  select * into s from auth.sessions x where x.id = of_session;
  perform auth.replace_codes(s.user_id, hashes);
  perform portal.append_audit(coalesce(s.tenant_id, 0), 'second_factor.codes_renewed', 'user', s.user_id, null,
    jsonb_build_object('left', cardinality(hashes)), trace, s.user_id);
end $$;

-- What the old password, or the old app, opened half of: sign-ins that wait for a code, and devices that need none.
create or replace function auth.forget_halves(of_user text) returns void
  language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  delete from auth.challenges c where c.user_id = of_user;
  update auth.devices d set trusted_until = null where d.user_id = of_user and d.trusted_until is not null;
$$;

-- Nothing is left of a second factor.
create or replace function auth.forget_factor(of_user text) returns boolean
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from auth.recovery_codes c where c.user_id = of_user;
  perform auth.forget_halves(of_user);
  delete from auth.second_factors f where f.user_id = of_user and f.enrolled_at is not null;
  return found;
end $$;

-- The person behind a session does without it again; their other sessions end.
create or replace function auth.remove_factor(of_session text, trace text) returns boolean
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare s auth.sessions%rowtype;
begin
  select * into s from auth.sessions x where x.id = of_session for update;
  if not auth.forget_factor(s.user_id) then return false; end if;
  delete from auth.sessions x where x.user_id = s.user_id and x.id <> s.id;
  update auth.sessions x set second_factor_at = null, password_at = clock_timestamp() where x.id = s.id;
  perform auth.write_to_address(u.email, 'factor_removed', '{}', null, interval '2 days') from auth.users u where u.id = s.user_id;
  perform portal.append_audit(coalesce(s.tenant_id, 0), 'second_factor.removed', 'user', s.user_id,
    jsonb_build_object('enrolled', true), jsonb_build_object('enrolled', false), trace, s.user_id);
  return true;
end $$;

grant execute on function auth.factor_rules(text), auth.session_behind(text),
  auth.finish_sign_in(bytea, bigint, bytea, text, text, text, int, text), auth.step_up(text, boolean, bigint, bytea, text, text),
  auth.confirm_factor(text, bigint, bytea[], text, text), auth.renew_codes(text, bytea[], text), auth.remove_factor(text, text)
  to portal_auth;

-- What a person has, for themselves.
create or replace function portal.own_second_factor(out enrolled_at timestamptz, out codes_left int, out tenant_requires boolean)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare who text := auth.actor();
begin
  perform auth.require_context('member', 'staff', 'admin', 'none');
  select f.enrolled_at into enrolled_at from auth.second_factors f where f.user_id = who;
  select count(*) into codes_left from auth.recovery_codes c where c.user_id = who and c.used_at is null;
  select r.tenant_requires into tenant_requires from auth.factor_rules(who) r;
end $$;
grant execute on function portal.own_second_factor() to portal_member, portal_staff, portal_admin;

-- An attempt that was no failure after all is taken off the counters again, with the lock that it may have made.
create or replace function auth.uncount_attempt(subjects text[]) returns void
  language sql volatile set search_path = auth, pg_catalog, pg_temp as $$
  update auth.attempts a set failures = greatest(a.failures - 1, 0),
         locks = case when a.failures = 5 and a.locked_until is not null then greatest(a.locks - 1, 0) else a.locks end,
         locked_until = case when a.failures > 5 then a.locked_until end
   where a.subject = any (subjects)
$$;
grant execute on function auth.uncount_attempt(text[]) to portal_auth;

-- Somebody lost phone and codes: an administrator takes the second factor away, with a reason, and it is told to the person.
-- Null: there is no such person; false: they have none.
create or replace function portal.reset_factor(of_user text, why text) returns boolean
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare address text;
begin
  perform auth.require_context('admin');
  select u.email into address from auth.users u where u.id = of_user;
  if address is null then return null; end if;
  if not auth.forget_factor(of_user) then return false; end if;
  delete from auth.sessions s where s.user_id = of_user;
  perform auth.write_to_address(address, 'factor_reset', jsonb_build_object('reason', why,
    'by', (select p.name from portal.profiles p where p.user_id = auth.actor())), null, interval '7 days');
  return true;
end $$;
grant execute on function portal.reset_factor(text, text) to portal_admin;
