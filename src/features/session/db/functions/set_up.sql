-- May this installation be set up by whoever brings the token of this hash? Not once there is an administrator, whoever made
-- them. Null: no, and nothing says why; otherwise when the link ends.
create or replace function auth.find_set_up(given_hash bytea) returns timestamptz
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select l.expires_at from auth.set_up_links l
   where l.token_hash = given_hash and l.expires_at > clock_timestamp()
     and not exists (select from portal.profiles p where p.global_admin)
$$;

-- Everything that a set-up makes, whole or not at all: the administrator, the company, its currency, language and reporting zone, the first
-- key of upstream. Answers the administrator's id; null when the link is void. Of two at once, one waits, and comes too late.
create or replace function auth.set_up(given_hash bytea, admin_name text, admin_email text, password_hash text, company text,
  of_currency text, of_language text, of_timezone text, key_hash bytea, trace text) returns text
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  who text := gen_random_uuid()::text;
  source smallint;
  key_id int;
begin
  perform from portal.installation i for update;
  if auth.find_set_up(given_hash) is null then return null; end if;
  delete from auth.set_up_links;
  insert into auth.users (id, name, email, email_verified) values (who, admin_name, admin_email, true);
  insert into auth.accounts (id, user_id, account_id, provider_id, password)
    values (gen_random_uuid()::text, who, who, 'credential', password_hash);
  insert into portal.profiles (user_id, name, email, language, global_admin) values (who, admin_name, admin_email, of_language, true);
  update portal.installation i set company_name = company, currency = of_currency, language = of_language, timezone = of_timezone;
  insert into auth.ingest_sources (name) values ('main') on conflict do nothing;
  select s.id into source from auth.ingest_sources s where s.name = 'main';
  insert into auth.ingest_keys (source_id, scope, key_hash) values (source, 'ingest', set_up.key_hash) returning id into key_id;
  perform portal.append_audit(0, 'installation.set_up', 'installation', 'set-up', null, jsonb_build_object('company', company,
    'currency', of_currency, 'language', of_language, 'timezone', of_timezone, 'administrator', who, 'key', key_id), trace, who);
  return who;
end $$;
grant execute on function auth.find_set_up(bytea), auth.set_up(bytea, text, text, text, text, text, text, text, bytea, text) to portal_auth;
