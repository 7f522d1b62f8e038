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

-- The session behind a token, also behind one that was replaced a moment ago; none of whoever may not come in any more.
create or replace function auth.session_behind(of_token text) returns setof auth.sessions
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select s.* from auth.sessions s where s.expires_at > clock_timestamp()
     and (s.token = of_token or s.id = (select r.session_id from auth.retired_tokens r
       where r.token_hash = sha256(convert_to(of_token, 'utf8')) and r.retired_at > clock_timestamp() - interval '30 seconds'))
     and not exists (select from portal.profiles p where p.user_id = s.user_id and p.deactivated_at is not null)
$$;

-- Whether whoever is behind a session came in by a code (A2): such a session changes nothing.
create or replace function auth.is_temporary(of_user text) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from auth.temporary_access x where x.user_id = of_user)
$$;
grant execute on function auth.is_temporary(text) to portal_auth;

-- Whether a tenant asks everybody in it for a second factor; of nobody's, false.
create or replace function auth.tenant_requires_factor(of_tenant int) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce((select t.requires_second_factor from portal.tenants t where t.id = of_tenant), false)
$$;

-- What a person can show, codes by SMS as if the server could send them; null: they have no second factor.
create or replace function auth.factor_ways(of_user text) returns text[]
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select array_remove(array[case when f.app_at is not null then 'totp' end,
           case when exists (select from auth.passkeys k where k.user_id = of_user) then 'passkey' end,
           case when exists (select from auth.sms_numbers n where n.user_id = of_user) then 'sms' end, 'recovery'], null)
    from auth.second_factors f where f.user_id = of_user and f.enrolled_at is not null
$$;

-- Takes what was shown, once: `{"totp": step}` of the app, `{"passkey": id, "counter": n}` whose signature the service looked at,
-- `{"sms": hash, "bound": what for}` or `{"recovery": hash}`. Whoever's recovery code was used is told.
create or replace function auth.use_factor(of_user text, of_tenant int, shown jsonb, trace text) returns boolean
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare remaining int;
begin
  if shown ? 'totp' then
    update auth.second_factors f set last_step = (shown->>'totp')::bigint
     where f.user_id = of_user and f.app_at is not null and f.last_step < (shown->>'totp')::bigint;
    return found;
  elsif shown ? 'passkey' then
    update auth.passkeys k set counter = (shown->>'counter')::bigint, last_used_at = clock_timestamp()
     where k.user_id = of_user and k.id = decode(shown->>'passkey', 'hex')
       and (k.counter < (shown->>'counter')::bigint or k.counter = 0 and (shown->>'counter')::bigint = 0);
    return found;
  elsif shown ? 'sms' then
    delete from auth.sms_codes c using auth.sms_numbers n
     where c.bound = decode(shown->>'bound', 'hex') and c.user_id = of_user and c.code_hash = decode(shown->>'sms', 'hex')
       and c.ends_at > clock_timestamp() and n.user_id = of_user and n.number = c.number;
    if not found then return false; end if;
    update auth.sms_numbers n set last_used_at = clock_timestamp() where n.user_id = of_user;
    return true;
  end if;
  update auth.recovery_codes c set used_at = clock_timestamp()
   where c.user_id = of_user and c.code_hash = decode(shown->>'recovery', 'hex') and c.used_at is null;
  if not found then return false; end if;
  select count(*) into remaining from auth.recovery_codes c where c.user_id = of_user and c.used_at is null;
  perform auth.write_to_address(u.email, 'recovery_code_used', jsonb_build_object('left', remaining::text), null, interval '2 days')
     from auth.users u where u.id = of_user;
  perform portal.append_audit(coalesce(of_tenant, 0), 'second_factor.code_used', 'user', of_user, jsonb_build_object('left', remaining + 1),
    jsonb_build_object('left', remaining), trace, of_user);
  return true;
end $$;

-- How it is called in the audit trail.
create or replace function auth.way_of(shown jsonb) returns text
  language sql immutable set search_path = pg_catalog, pg_temp as $$
  select case when shown is null then 'password' when shown ? 'totp' then 'totp' when shown ? 'passkey' then 'passkey'
    when shown ? 'sms' then 'sms' else 'recovery' end
$$;

-- The second half of a sign-in: the session begins here. No row: what was shown is not good, or the first half was too long ago.
create or replace function auth.finish_sign_in(of_challenge bytea, shown jsonb, new_token text, address text, agent text, seconds int,
  trace text, out user_id text, out tenant_id int) returns setof record
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  select c.user_id into user_id from auth.challenges c where c.token_hash = of_challenge and c.ends_at > clock_timestamp() for update;
  if user_id is null then return; end if;
  tenant_id := auth.default_tenant(user_id);
  if not auth.use_factor(user_id, tenant_id, shown, trace) then return; end if;
  delete from auth.challenges c where c.token_hash = of_challenge;
  insert into auth.sessions (id, user_id, token, tenant_id, expires_at, ip_address, user_agent, second_factor_at)
    values (gen_random_uuid()::text, user_id, new_token, tenant_id, clock_timestamp() + make_interval(secs => seconds), address, agent,
      clock_timestamp());
  perform portal.append_audit(coalesce(tenant_id, 0), 'session.signed_in', 'session', null, null,
    jsonb_build_object('factor', auth.way_of(shown)), trace, user_id, address);
  return next;
end $$;

-- Another token for a session that just proved more than before; the old one keeps its grace.
create or replace function auth.rotate_session(of_session text, new_token text) returns void
  language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  insert into auth.retired_tokens (token_hash, session_id)
    select sha256(convert_to(s.token, 'utf8')), s.id from auth.sessions s where s.id = of_session for update;
  update auth.sessions s set token = new_token, updated_at = now() where s.id = of_session;
$$;

-- Who is asked again shows the second factor, or, without one (`shown` is null), the password, which the service has looked at.
create or replace function auth.step_up(of_session text, shown jsonb, new_token text, trace text)
  returns boolean language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare s auth.sessions%rowtype;
begin
  select * into s from auth.sessions x where x.id = of_session for update;
  if s.id is null or shown is not null and not auth.use_factor(s.user_id, s.tenant_id, shown, trace) then return false; end if;
  update auth.sessions x set password_at = case when shown is null then clock_timestamp() else x.password_at end,
         second_factor_at = case when shown is null then x.second_factor_at else clock_timestamp() end where x.id = s.id;
  perform auth.rotate_session(s.id, new_token);
  perform portal.append_audit(coalesce(s.tenant_id, 0), 'session.stepped_up', 'session', s.id, null,
    jsonb_build_object('by', auth.way_of(shown)), trace, s.user_id, s.ip_address);
  return true;
end $$;

-- Signs requests, by their hashes, for the session: whoever asks has just given the password, or signed with a passkey (`shown`).
create or replace function auth.sign_requests(of_session text, shown jsonb, new_token bytea, requests bytea[], trace text) returns boolean
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare s auth.sessions%rowtype;
begin
  select * into s from auth.sessions x where x.id = of_session for update;
  if s.id is null or shown is not null and not auth.use_factor(s.user_id, s.tenant_id, shown, trace) then return false; end if;
  delete from auth.signings g where g.session_id = s.id and g.signed_at < clock_timestamp() - interval '5 minutes';
  insert into auth.signings (token_hash, request_hash, session_id, signed_with)
    select distinct new_token, r, s.id, auth.way_of(shown) from unnest(requests) r;
  return true;
end $$;
grant execute on function auth.sign_requests(text, jsonb, bytea, bytea[], text) to portal_auth;

-- Takes what the asking session signed for this request, once: who signed, under the name of today, when and with what. No row:
-- nothing was signed for it, or too long ago. What the transaction then takes back is signed still.
create or replace function portal.use_signing(of_token bytea, of_request bytea, out signer text, out signed_at timestamptz, out signed_with text)
  returns setof record language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare who text := auth.actor();
begin
  perform auth.require_context('member', 'staff', 'admin');
  return query
    with taken as (
      delete from auth.signings g
       where g.token_hash = of_token and g.request_hash = of_request and g.session_id = auth.session_id()
         and g.signed_at > clock_timestamp() - interval '5 minutes'
      returning g.signed_at, g.signed_with
    )
    select p.name, t.signed_at, t.signed_with from taken t join portal.profiles p on p.user_id = who;
end $$;
grant execute on function portal.use_signing(bytea, bytea) to portal_member, portal_staff, portal_admin;

-- New recovery codes take the place of all old ones.
create or replace function auth.replace_codes(of_user text, hashes bytea[]) returns void
  language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  delete from auth.recovery_codes c where c.user_id = of_user;
  insert into auth.recovery_codes (user_id, code_hash) select of_user, h from unnest(hashes) h;
$$;

-- One way more, or another app: every other session of the person ends, and they are told. True: it is their first second factor,
-- so that the recovery codes come with it.
create or replace function auth.factor_added(s auth.sessions, what jsonb, of_kind text, hashes bytea[], new_token text, trace text)
  returns boolean language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare is_first boolean;
begin
  select f.enrolled_at is null into is_first from auth.second_factors f where f.user_id = s.user_id for update;
  update auth.second_factors f set enrolled_at = coalesce(f.enrolled_at, clock_timestamp()) where f.user_id = s.user_id;
  if is_first then perform auth.replace_codes(s.user_id, hashes); end if;
  perform auth.forget_halves(s.user_id);
  delete from auth.sessions x where x.user_id = s.user_id and x.id <> s.id;
  update auth.sessions x set second_factor_at = clock_timestamp() where x.id = s.id;
  perform auth.rotate_session(s.id, new_token);
  perform auth.write_to_address(u.email, of_kind, what, null, interval '2 days') from auth.users u where u.id = s.user_id;
  perform portal.append_audit(coalesce(s.tenant_id, 0), 'second_factor.enrolled', 'user', s.user_id,
    jsonb_build_object('enrolled', not is_first), jsonb_build_object('enrolled', true) || what, trace, s.user_id, s.ip_address);
  return is_first;
end $$;

-- The first code of what was shown: from now on it is asked for. Null: it ran out meanwhile.
create or replace function auth.confirm_factor(of_session text, of_step bigint, hashes bytea[], new_token text, trace text) returns boolean
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare s auth.sessions%rowtype;
begin
  select * into s from auth.sessions x where x.id = of_session for update;
  update auth.second_factors f set secret = f.pending, pending = null, pending_until = null, last_step = of_step, app_at = clock_timestamp()
   where f.user_id = s.user_id and f.pending is not null and f.pending_until > clock_timestamp();
  if not found then return null; end if;
  return auth.factor_added(s, '{"factor": "totp"}', 'factor_enrolled', hashes, new_token, trace);
end $$;

-- A passkey whose first signature the service looked at. Null: it is there already, or the person has ten.
create or replace function auth.add_passkey(of_session text, of_id bytea, key bytea, of_counter bigint, of_transports text[], of_name text,
  hashes bytea[], new_token text, trace text) returns boolean
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare s auth.sessions%rowtype;
begin
  select * into s from auth.sessions x where x.id = of_session for update;
  if s.id is null then return null; end if;
  insert into auth.second_factors (user_id) values (s.user_id) on conflict (user_id) do nothing;
  perform from auth.second_factors f where f.user_id = s.user_id for update; -- two at once count one after the other
  insert into auth.passkeys (id, user_id, public_key, counter, transports, name)
    select of_id, s.user_id, key, of_counter, of_transports, of_name
     where (select count(*) from auth.passkeys k where k.user_id = s.user_id) < 10
    on conflict (id) do nothing;
  if not found then return null; end if;
  return auth.factor_added(s, jsonb_build_object('factor', 'passkey', 'name', of_name), 'passkey_added', hashes, new_token, trace);
end $$;

-- Its name, as the person calls the device. False: they have no such passkey.
create or replace function auth.rename_passkey(of_session text, of_id bytea, new_name text, trace text) returns boolean
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  s auth.sessions%rowtype;
  old_name text;
begin
  select * into s from auth.sessions x where x.id = of_session;
  select k.name into old_name from auth.passkeys k where k.id = of_id and k.user_id = s.user_id for update;
  if not found then return false; end if;
  update auth.passkeys k set name = new_name where k.id = of_id;
  perform portal.append_audit(coalesce(s.tenant_id, 0), 'second_factor.renamed', 'user', s.user_id,
    jsonb_build_object('name', old_name), jsonb_build_object('name', new_name), trace, s.user_id, s.ip_address);
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
    jsonb_build_object('left', cardinality(hashes)), trace, s.user_id, s.ip_address);
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
  delete from auth.passkeys k where k.user_id = of_user;
  delete from auth.passkey_challenges k where k.user_id = of_user;
  delete from auth.sms_numbers n where n.user_id = of_user;
  delete from auth.sms_codes c where c.user_id = of_user;
  perform auth.forget_halves(of_user);
  delete from auth.second_factors f where f.user_id = of_user and f.enrolled_at is not null;
  return found;
end $$;

-- The person behind a session does without one of the ways: `totp`, `sms` or the passkey of that id; their other sessions end. With
-- the last way nothing is left, unless it is needed; a number is none where no SMS is sent. Answers `absent`, `needed` or `removed`.
create or replace function auth.remove_factor(of_session text, of_factor text, of_passkey bytea, is_needed boolean, sends_sms boolean,
  trace text) returns text
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  s auth.sessions%rowtype;
  what jsonb;
  others boolean;
begin
  select * into s from auth.sessions x where x.id = of_session for update;
  perform from auth.second_factors f where f.user_id = s.user_id for update; -- of two at once one is looked at after the other
  what := case of_factor
    when 'totp' then (select '{"factor": "totp"}'::jsonb from auth.second_factors f where f.user_id = s.user_id and f.app_at is not null)
    when 'sms' then (select jsonb_build_object('factor', 'sms', 'number', auth.masked(n.number)) from auth.sms_numbers n
      where n.user_id = s.user_id)
    else (select jsonb_build_object('factor', 'passkey', 'name', k.name) from auth.passkeys k
      where k.user_id = s.user_id and k.id = of_passkey) end;
  if what is null then return 'absent'; end if;
  others := of_factor <> 'totp' and exists (select from auth.second_factors f where f.user_id = s.user_id and f.app_at is not null)
    or exists (select from auth.passkeys k where k.user_id = s.user_id and k.id is distinct from of_passkey)
    or of_factor <> 'sms' and sends_sms and exists (select from auth.sms_numbers n where n.user_id = s.user_id);
  if is_needed and not others then return 'needed'; end if;
  if not others then
    perform auth.forget_factor(s.user_id);
    update auth.sessions x set second_factor_at = null, password_at = clock_timestamp() where x.id = s.id;
  else
    delete from auth.passkeys k where k.id = of_passkey and k.user_id = s.user_id;
    update auth.second_factors f set secret = null, app_at = null where f.user_id = s.user_id and of_factor = 'totp';
    delete from auth.sms_numbers n where n.user_id = s.user_id and of_factor = 'sms';
    perform auth.forget_halves(s.user_id);
  end if;
  delete from auth.sessions x where x.user_id = s.user_id and x.id <> s.id;
  perform auth.write_to_address(u.email, case when not others then 'factor_removed' else
    case of_factor when 'totp' then 'app_removed' when 'sms' then 'sms_removed' else 'passkey_removed' end end, what, null,
    interval '2 days') from auth.users u where u.id = s.user_id;
  perform portal.append_audit(coalesce(s.tenant_id, 0), 'second_factor.removed', 'user', s.user_id,
    jsonb_build_object('enrolled', true) || what, jsonb_build_object('enrolled', others), trace, s.user_id, s.ip_address);
  return 'removed';
end $$;

grant execute on function auth.factor_rules(text), auth.factor_ways(text), auth.tenant_requires_factor(int), auth.session_behind(text),
  auth.finish_sign_in(bytea, jsonb, text, text, text, int, text), auth.step_up(text, jsonb, text, text),
  auth.confirm_factor(text, bigint, bytea[], text, text), auth.renew_codes(text, bytea[], text),
  auth.add_passkey(text, bytea, bytea, bigint, text[], text, bytea[], text, text), auth.rename_passkey(text, bytea, text, text),
  auth.remove_factor(text, text, bytea, boolean, boolean, text) to portal_auth;

-- What a person has, for themselves.
create or replace function portal.own_second_factor(out enrolled_at timestamptz, out app_at timestamptz, out passkeys jsonb,
  out sms jsonb, out codes_left int, out tenant_requires boolean)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare who text := auth.actor();
begin
  perform auth.require_context('member', 'staff', 'admin', 'none');
  select f.enrolled_at, f.app_at into enrolled_at, app_at from auth.second_factors f where f.user_id = who;
  select coalesce(jsonb_agg(jsonb_build_object('id', encode(k.id, 'hex'), 'name', k.name, 'since', k.created_at, 'lastUsed', k.last_used_at)
    order by k.created_at, k.id), '[]') into passkeys from auth.passkeys k where k.user_id = who;
  select jsonb_build_object('number', auth.masked(n.number), 'since', n.created_at, 'lastUsed', n.last_used_at) into sms
    from auth.sms_numbers n where n.user_id = who;
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
