-- Another e-mail for an account. Raises 23505 where it is somebody's already.
create or replace function auth.change_email(of_user text, new_email text, by_name text) returns text
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare before text;
begin
  select u.email into before from auth.users u where u.id = of_user for update;
  if before is null or before = new_email then return before; end if;
  update auth.users u set email = new_email, updated_at = now() where u.id = of_user;
  update portal.profiles p set email = new_email where p.user_id = of_user;
  delete from auth.email_changes c where c.user_id = of_user;
  delete from auth.password_resets r where r.user_id = of_user;
  update auth.mails m set secret = null where m.user_id = of_user and m.kind in ('reset_link', 'email_old', 'email_new');
  insert into auth.mails (to_email, user_id, kind, language, details, ends_at)
  select a, of_user, 'email_changed', auth.language_of(of_user), jsonb_build_object('email', new_email, 'by', by_name), now() + interval '2 days'
    from unnest(array[before, new_email]) a;
  return before;
end $$;

-- By an administrator, for whoever cannot do it.
create or replace function portal.change_email_of(of_user text, address text) returns text
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform auth.require_context('admin');
  return auth.change_email(of_user, address, (select p.name from portal.profiles p where p.user_id = auth.actor()));
end $$;
grant execute on function portal.change_email_of(text, text) to portal_admin;

-- What the asker has asked for and not confirmed yet.
create or replace function portal.own_email_change(out email text, out old_confirmed boolean, out new_confirmed boolean, out ends_at timestamptz)
  returns setof record language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform auth.require_context('member', 'staff', 'admin', 'none');
  return query select c.new_email, c.old_hash is null, c.new_hash is null, c.ends_at from auth.email_changes c
   where c.user_id = auth.actor() and c.ends_at > clock_timestamp();
end $$;

-- The asker wants another e-mail: two links by mail, single use, for 24 hours. For an address that is somebody's it does the
-- same, but for the mail to it. Answers the seconds to wait where too many were asked for.
create or replace function portal.ask_email_change(address text, old_token text, new_token text) returns int
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  who text := auth.actor();
  present text := (select u.email from auth.users u where u.id = who);
  wait int;
begin
  perform auth.require_context('member', 'staff', 'admin', 'none');
  if address !~ '^[^[:space:]@]+@[^[:space:]@]+$' or least(length(old_token), length(new_token)) < 43 then
    raise exception 'no address, or links that could be guessed' using errcode = '22023';
  end if;
  wait := auth.use_window('e-mail of ' || who, 5, 3600);
  if wait is not null then return wait; end if;
  insert into auth.email_changes as c (user_id, new_email, old_hash, new_hash, ends_at)
    values (who, address, sha256(convert_to(old_token, 'utf8')), sha256(convert_to(new_token, 'utf8')), now() + interval '24 hours')
  on conflict (user_id) do update set new_email = excluded.new_email, old_hash = excluded.old_hash, new_hash = excluded.new_hash,
    ends_at = excluded.ends_at;
  update auth.mails m set secret = null where m.user_id = who and m.kind in ('email_old', 'email_new');
  insert into auth.mails (to_email, user_id, kind, language, details, secret, ends_at, state)
  select x.a, who, x.kind, auth.language_of(who), jsonb_build_object('email', address), x.token, now() + interval '24 hours',
         case when x.kind = 'email_new' and exists (select from auth.users u where u.email = address) then 'void' else 'waiting' end
    from (values (present, 'email_old', old_token), (address, 'email_new', new_token)) x (a, kind, token);
  return null;
end $$;
grant execute on function portal.own_email_change(), portal.ask_email_change(text, text, text) to portal_member, portal_staff, portal_admin;

-- What a link of either mail opens; no row: it is void.
create or replace function auth.find_email_change(of_hash bytea, out email text, out is_new boolean, out ends_at timestamptz) returns setof record
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select c.new_email, c.new_hash is not distinct from of_hash, c.ends_at from auth.email_changes c
   where (c.old_hash = of_hash or c.new_hash = of_hash) and c.ends_at > clock_timestamp()
$$;

-- One of the two has agreed. True: the other had already, and the address is changed; null: the link is void.
create or replace function auth.confirm_email_change(of_hash bytea, trace text) returns boolean
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  asked auth.email_changes%rowtype;
  before text;
  of_new boolean := exists (select from auth.email_changes c where c.new_hash = of_hash);
begin
  update auth.email_changes c set old_hash = nullif(c.old_hash, of_hash), new_hash = nullif(c.new_hash, of_hash)
   where (c.old_hash = of_hash or c.new_hash = of_hash) and c.ends_at > clock_timestamp() returning * into asked;
  if asked.user_id is null then return null; end if;
  if asked.old_hash is not null or asked.new_hash is not null then
    perform portal.append_audit(0, 'email.confirmed', 'user', asked.user_id, null,
      jsonb_build_object('email', asked.new_email, 'confirmed_by', case when of_new then 'new' else 'old' end), trace, asked.user_id);
    return false;
  end if;
  before := auth.change_email(asked.user_id, asked.new_email, (select p.name from portal.profiles p where p.user_id = asked.user_id));
  perform portal.append_audit(0, 'email.changed', 'user', asked.user_id, jsonb_build_object('email', before),
    jsonb_build_object('email', asked.new_email), trace, asked.user_id);
  return true;
end $$;
grant execute on function auth.find_email_change(bytea), auth.confirm_email_change(bytea, text) to portal_auth;
