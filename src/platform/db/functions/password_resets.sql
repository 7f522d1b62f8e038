-- The language that a person is written to in: their own choice, their first tenant's, the installation's (B4).
create or replace function auth.language_of(of_user text) returns text
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(
    (select p.language from portal.profiles p where p.user_id = of_user),
    portal.language_of_tenant(auth.default_tenant(of_user)),
    (select i.language from portal.installation i))
$$;

-- The time zone that a person is written to in, by the same order.
create or replace function auth.timezone_of(of_user text) returns text
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select portal.timezone_of(of_user, auth.default_tenant(of_user))
$$;
grant execute on function auth.timezone_of(text) to portal_auth;

-- Puts a mail to the person of this address in line; for an address that is nobody's it writes the same row, to nobody, so
-- that the time tells nothing. Answers whom it is about.
create or replace function auth.write_to_address(address text, of_kind text, of_details jsonb, of_secret text, good_for interval)
  returns text language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare who text := (select u.id from auth.users u where u.email = address);
begin
  insert into auth.mails (to_email, user_id, kind, language, details, secret, ends_at, state)
    values (address, who, of_kind, auth.language_of(who), of_details, case when who is not null then of_secret end,
            clock_timestamp() + good_for, case when who is null then 'void' else 'waiting' end);
  return who;
end $$;

-- A link to a new password for the account of this address, if there is one.
create or replace function auth.ask_reset(address text, token text, good_for interval) returns text
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare who text;
begin
  -- The newest link alone is good.
  delete from auth.password_resets r using auth.users u where u.email = address and r.user_id = u.id;
  who := auth.write_to_address(address, 'reset_link', '{}', token, good_for);
  insert into auth.password_resets (token_hash, user_id, ends_at)
    values (sha256(convert_to(token, 'utf8')), who, clock_timestamp() + good_for);
  return who;
end $$;

-- Whose password the link of this hash changes; no row: the link is void, and nothing says why.
create or replace function auth.find_reset(of_hash bytea, out user_id text, out email text, out name text, out ends_at timestamptz,
  out tenants text[]) returns setof record
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select r.user_id, u.email, u.name, r.ends_at,
         array(select t.name from portal.members m join portal.tenants t on t.id = m.tenant_id where m.user_id = r.user_id)
    from auth.password_resets r join auth.users u on u.id = r.user_id
   where r.token_hash = of_hash and r.ends_at > clock_timestamp()
$$;

-- Uses the link: the new password, every session of the person ended, every other link gone, a mail that tells them. Of two at
-- once one finds nothing. Null: the link is void.
create or replace function auth.use_reset(of_hash bytea, password_hash text, trace text, from_address text) returns text
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare who text; address text;
begin
  delete from auth.password_resets r where r.token_hash = of_hash and r.ends_at > clock_timestamp() returning r.user_id into who;
  if who is null then return null; end if;
  update auth.accounts a set password = password_hash, updated_at = now() where a.user_id = who and a.provider_id = 'credential';
  delete from auth.password_resets r where r.user_id = who;
  update auth.mails m set secret = null where m.user_id = who and m.kind = 'reset_link';
  delete from auth.sessions s where s.user_id = who;
  perform auth.forget_halves(who);
  select u.email into address from auth.users u where u.id = who;
  perform auth.write_to_address(address, 'password_changed', '{}', null, interval '2 days');
  perform portal.append_audit(0, 'password.reset', 'user', who, null, null, trace, who, from_address);
  return who;
end $$;
-- A new password for who knew the present one: their other sessions end, links to a new one are void, a mail tells of it.
create or replace function auth.change_password(who text, but_session text, password_hash text, trace text, from_address text) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare address text := (select u.email from auth.users u where u.id = who);
begin
  update auth.accounts a set password = password_hash, updated_at = now() where a.user_id = who and a.provider_id = 'credential';
  delete from auth.password_resets r where r.user_id = who;
  update auth.mails m set secret = null where m.user_id = who and m.kind = 'reset_link';
  delete from auth.sessions s where s.user_id = who and s.id <> but_session;
  perform auth.forget_halves(who);
  perform auth.write_to_address(address, 'password_changed', '{}', null, interval '2 days');
  perform portal.append_audit(0, 'password.changed', 'user', who, null, null, trace, who, from_address);
end $$;
grant execute on function auth.write_to_address(text, text, jsonb, text, interval), auth.ask_reset(text, text, interval),
  auth.find_reset(bytea), auth.use_reset(bytea, text, text, text), auth.change_password(text, text, text, text, text) to portal_auth;
