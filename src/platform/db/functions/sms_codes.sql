-- Codes by SMS, for the sign-in service.

-- As a number is shown everywhere.
create or replace function auth.masked(number text) returns text
  language sql immutable set search_path = pg_catalog, pg_temp as $$ select '•••• ' || right(number, 4) $$;

-- When another code may be sent to a person; null: now. Half a minute after the last, at most 3 in 15 minutes and 10 a day.
create or replace function auth.next_sms_at(of_user text) returns timestamptz
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select greatest(
    (select max(s.sent_at) + interval '30 seconds' from auth.sms_sendings s where s.user_id = of_user),
    (select s.sent_at + interval '15 minutes' from auth.sms_sendings s where s.user_id = of_user order by s.sent_at desc offset 2 limit 1),
    (select s.sent_at + interval '1 day' from auth.sms_sendings s where s.user_id = of_user order by s.sent_at desc offset 9 limit 1))
$$;

-- Counts one code before it is sent, so that of many at once one is. `wait`: seconds until another may be, also when this one may
-- not (`sending` is null then). `language`: the one that the person chose.
create or replace function auth.begin_sms(of_user text, out sending bigint, out wait int, out language text)
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare at timestamptz;
begin
  perform from auth.users u where u.id = of_user for no key update;
  at := clock_timestamp();
  if not coalesce(auth.next_sms_at(of_user) > at, false) then
    insert into auth.sms_sendings (user_id, sent_at) values (of_user, at) returning id into sending;
  end if;
  wait := ceil(extract(epoch from auth.next_sms_at(of_user) - at));
  language := (select p.language from portal.profiles p where p.user_id = of_user);
end $$;

-- The number that the first code confirmed, in the place of the one before. Null: the code is not good any more.
create or replace function auth.add_number(of_session text, of_bound bytea, of_hash bytea, hashes bytea[], new_token text, trace text)
  returns boolean language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  s auth.sessions%rowtype;
  confirmed text;
begin
  select * into s from auth.sessions x where x.id = of_session for update;
  delete from auth.sms_codes c where c.bound = of_bound and c.user_id = s.user_id and c.code_hash = of_hash
     and c.ends_at > clock_timestamp() returning c.number into confirmed;
  if not found then return null; end if;
  insert into auth.second_factors (user_id) values (s.user_id) on conflict (user_id) do nothing;
  insert into auth.sms_numbers as n (user_id, number) values (s.user_id, confirmed)
    on conflict (user_id) do update set number = excluded.number, created_at = clock_timestamp(), last_used_at = null;
  return auth.factor_added(s, jsonb_build_object('factor', 'sms', 'number', auth.masked(confirmed)), 'sms_added', hashes, new_token, trace);
end $$;
grant execute on function auth.begin_sms(text), auth.add_number(text, bytea, bytea, bytea[], text, text) to portal_auth;
