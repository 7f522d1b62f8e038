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
