-- Somebody changed what a person may do: their sessions last ninety seconds more under the token that they have. A screen that
-- is open sees that at its next look and takes a new one, as it does before every end (A3, T14).
create or replace function auth.end_tokens_soon() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  of_user text := case when tg_op = 'DELETE' then old.user_id else new.user_id end;
begin
  update auth.sessions s set expires_at = clock_timestamp() + interval '90 seconds'
   where s.user_id = of_user and s.expires_at > clock_timestamp() + interval '90 seconds';
  return null;
end $$;
