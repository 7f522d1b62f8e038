-- One attempt at signing in, counted before the password is looked at, so that parallel guesses cannot overtake the counter
-- (A5). Subjects come in order and are keyed hashes. Five attempts are looked at, then the subject is locked: for 15 minutes,
-- doubling to 24 hours where the subject is an account together with the address that it was tried from.
-- `locks`: this attempt is the one that locks, should it be wrong.
drop function if exists auth.count_attempt(text[], boolean[], text);
create function auth.count_attempt(subjects text[], doubling boolean[], of_account text, out allowed boolean, out locks boolean)
  language plpgsql volatile set search_path = auth, pg_catalog, pg_temp as $$
declare
  counted auth.attempts%rowtype;
begin
  allowed := true; locks := false;
  for i in 1 .. cardinality(subjects) loop
    insert into auth.attempts as a (subject, failures, account) values (subjects[i], 1, of_account)
    on conflict (subject) do update set
      failures = case when a.locked_until < clock_timestamp() or a.updated_at < clock_timestamp() - interval '24 hours' then 1 else a.failures + 1 end,
      locked_until = case when a.locked_until >= clock_timestamp() then a.locked_until
        when a.locked_until is null and a.failures + 1 >= 5 and a.updated_at >= clock_timestamp() - interval '24 hours' then
          clock_timestamp() + least(interval '24 hours', interval '15 minutes' * case when doubling[i] then power(2, a.locks) else 1 end) end,
      locks = case when (a.locked_until is null) and a.failures + 1 >= 5 then least(a.locks + 1, 20) else a.locks end,
      account = excluded.account,
      updated_at = clock_timestamp()
    returning * into counted;
    if counted.locked_until >= clock_timestamp() and counted.failures > 5 then allowed := false; end if;
    if counted.locked_until is not null and counted.failures = 5 then locks := true; end if;
  end loop;
  locks := locks and allowed;
end $$;
grant execute on function auth.count_attempt(text[], boolean[], text) to portal_auth;

-- Adds `amount` to what is used of the current window of `bucket`; answers the seconds until the next window once `allowed` is used
-- up. An amount of 0 only looks.
create or replace function auth.spend_window(of_bucket text, amount int, allowed int, seconds int) returns int
  language plpgsql volatile set search_path = auth, pg_catalog, pg_temp as $$
declare
  start timestamptz := to_timestamp(floor(extract(epoch from clock_timestamp()) / seconds) * seconds);
  counted bigint;
begin
  insert into auth.rate_windows as w values (of_bucket, start, greatest(amount, 0))
  on conflict (bucket, starts_at) do update set used = least(w.used::bigint + greatest(amount, 0), 2147483647)::int
  returning used into counted;
  return case when counted < allowed then null
    else greatest(1, ceil(extract(epoch from start + make_interval(secs => seconds) - clock_timestamp()))::int) end;
end $$;
grant execute on function auth.spend_window(text, int, int, int) to portal_auth;

-- Uses one of `allowed` in the last `seconds`, whenever they begin: of the window before, the share that is not over yet counts. What
-- is refused uses none, so that it is not kept full by those who are turned away. Answers the seconds until there is room; null: there was.
create or replace function auth.use_sliding_window(of_bucket text, allowed int, seconds int) returns int
  language plpgsql volatile set search_path = auth, pg_catalog, pg_temp as $$
declare
  start timestamptz := to_timestamp(floor(extract(epoch from clock_timestamp()) / seconds) * seconds);
  passed numeric := extract(epoch from clock_timestamp() - start);
  used_now int;
  used_before int;
  counted numeric;
begin
  insert into auth.rate_windows values (of_bucket, start, 0) on conflict (bucket, starts_at) do nothing;
  select w.used into used_now from auth.rate_windows w where w.bucket = of_bucket and w.starts_at = start for update;
  used_before := coalesce((select w.used from auth.rate_windows w where w.bucket = of_bucket
    and w.starts_at = start - make_interval(secs => seconds)), 0);
  counted := used_now + used_before * (1 - passed / seconds);
  if counted < allowed then
    update auth.rate_windows w set used = w.used + 1 where w.bucket = of_bucket and w.starts_at = start;
    return null;
  end if;
  -- What counts of before goes evenly; once all of it is over, what was used now goes so.
  return greatest(1, ceil(least(seconds - passed, case when used_now < allowed then (counted - allowed + 1) * seconds / used_before else seconds end)))::int;
end $$;
grant execute on function auth.use_sliding_window(text, int, int) to portal_auth;

-- Uses one of `allowed` in the current window of `bucket`; answers the seconds until the next window when none is left.
create or replace function auth.use_window(of_bucket text, allowed int, seconds int) returns int
  language sql volatile as $$ -- without a search_path of its own, so that it becomes part of what asks it
  select auth.spend_window(of_bucket, 1, allowed + 1, seconds)
$$;
grant execute on function auth.use_window(text, int, int) to portal_auth;
