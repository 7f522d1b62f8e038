-- Administrators see who was written to, about what and when; never what a mail opens. By a part of the address, and by state.
create or replace function portal.list_mails(of_search text, of_state text, out id int, out to_email text, out kind text,
  out language text, out details jsonb, out state text, out attempts int, out problem text, out created_at timestamptz, out sent_at timestamptz,
  out has_secret boolean, out sendable boolean) returns setof record
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform auth.require_context('admin');
  return query
    with shown as (
      select m.*, case when m.state = 'waiting' and m.ends_at <= now() then 'expired' else m.state end as state_now from auth.mails m
       where m.state <> 'void' and (of_search is null or portal.contains_folded(portal.search_fold(m.to_email), of_search))
    )
    select s.id, s.to_email, s.kind, s.language, s.details, s.state_now, s.attempts, s.problem, s.created_at, s.sent_at,
           s.secret is not null and s.state = 'waiting' and s.ends_at > now(),
           s.state in ('failed', 'unsure') and s.ends_at > now() and (s.secret is not null or not s.opens)
      from shown s where of_state is null or s.state_now = of_state;
end $$;

-- What a mail opens, for an administrator of an installation that sends none: whoever it is about is told. No row: not there any more.
create or replace function portal.reveal_mail(of_id int, out kind text, out secret text, out to_email text) returns setof record
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare found_mail auth.mails%rowtype;
begin
  perform auth.require_context('admin');
  select * into found_mail from auth.mails m
   where m.id = of_id and m.state = 'waiting' and m.secret is not null and m.ends_at > clock_timestamp() for update;
  if found_mail.id is null then return; end if;
  perform auth.write_to_address(found_mail.to_email, 'mail_revealed',
    jsonb_build_object('by', (select p.name from portal.profiles p where p.user_id = auth.actor())), null, interval '7 days');
  kind := found_mail.kind; secret := found_mail.secret; to_email := found_mail.to_email;
  return next;
end $$;

-- Into line again: one that was refused, or whose last answer was lost. No row: it is not such a one, or not good for anything.
create or replace function portal.send_mail_again(of_id int, out kind text, out to_email text, out was text) returns setof record
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare found_mail auth.mails%rowtype;
begin
  perform auth.require_context('admin');
  select * into found_mail from auth.mails m where m.id = of_id and m.state in ('failed', 'unsure')
    and m.ends_at > clock_timestamp() and (m.secret is not null or not m.opens) for update;
  if found_mail.id is null then return; end if;
  update auth.mails m set state = 'waiting', attempts = 0, due_at = clock_timestamp(), problem = null where m.id = of_id;
  kind := found_mail.kind; to_email := found_mail.to_email; was := found_mail.state;
  return next;
end $$;
grant execute on function portal.list_mails(text, text), portal.reveal_mail(int), portal.send_mail_again(int) to portal_admin;
