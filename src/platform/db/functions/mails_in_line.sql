-- What a mail in line tells now; null: nobody is to have it any more. Its person may be deactivated since, or have lost a right,
-- turned mails off or read what it is about; what it opens may be void.
create or replace function auth.mail_now(m auth.mails) returns jsonb
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select case
    when exists (select from portal.profiles p where p.user_id = m.user_id and p.deactivated_at is not null) then null
    when m.opens and m.secret is null then null
    when m.kind <> 'notices' then m.details
    else (select jsonb_build_object('notices', jsonb_agg(x.item order by x.place))
            from jsonb_array_elements(m.details -> 'notices') with ordinality x (item, place)
            join portal.notices n on n.tenant_id = coalesce((x.item ->> 'tenantId')::int, 0) and n.id = (x.item ->> 'id')::bigint
             and n.user_id = m.user_id
           where auth.is_mailable(n)
          having count(*) > 0) end
$$;

-- Under which ids the last mails of its thread went to the same person, in their order.
create or replace function auth.earlier_mails(m auth.mails) returns text[]
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(array_agg(e.message_id order by e.id), '{}')
    from (select x.id, x.message_id from auth.mails x
           where x.user_id = m.user_id and x.thread = m.thread and x.id < m.id and x.message_id is not null
           order by x.id desc limit 10) e
$$;

-- The next mail that is due, taken: it is on its way before anything is sent, so that a crash sends nothing twice; what was taken
-- so long ago and not heard of since may have been sent. Of what was restored none, until that is confirmed.
drop function if exists auth.take_mail(interval);
create or replace function auth.take_mail(heard_within interval, out id int, out to_email text, out kind text, out language text,
  out details jsonb, out secret text, out at timestamptz, out timezone text, out user_id text, out thread text, out earlier text[])
  returns setof record
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare m auth.mails; told jsonb;
begin
  update auth.mails x set state = case x.state when 'sending' then 'unsure' else 'expired' end,
         secret = case x.state when 'sending' then x.secret end
   where x.state = 'sending' and x.due_at < now() - heard_within or x.state = 'waiting' and x.ends_at < now();
  if auth.is_held() then return; end if;
  loop
    select * into m from auth.mails x where x.state = 'waiting' and x.due_at <= now() order by x.due_at, x.id limit 1 for update skip locked;
    if m.id is null then return; end if;
    told := auth.mail_now(m);
    if told is not null then
      update auth.mails x set state = 'sending', attempts = x.attempts + 1, due_at = now(), details = told where x.id = m.id;
      return query select m.id, m.to_email, m.kind, m.language, told, m.secret, m.created_at, auth.timezone_of(m.user_id), m.user_id,
        m.thread, auth.earlier_mails(m);
      return;
    end if;
    update auth.mails x set state = 'expired', secret = null where x.id = m.id;
  end loop;
end $$;
grant execute on function auth.take_mail(interval) to portal_auth;
