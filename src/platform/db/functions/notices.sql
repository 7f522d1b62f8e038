-- From what is worth telling to one notice for each person (B2). Names: "tell" puts in line, "spread" makes notices.

-- Puts something worth telling in line, for the tenants that the asking person acts for, or for people of nobody's tenant.
create or replace function portal.tell(of_tenant int, of_kind text, of_subject text, of_module text, needs text,
  members boolean, staff boolean, people text[], of_facts jsonb)
  returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  allowed boolean := case auth.context_kind()
      when 'admin' then true
      when 'member' then of_tenant = auth.tenant()
      when 'staff' then of_tenant = any (auth.staff_tenants())
      else false end;
begin
  if not coalesce(allowed, false) then raise exception 'notice of another tenant' using errcode = '42501'; end if;
  insert into portal.notice_queue (tenant_id, kind, subject, module, permission, to_members, to_staff, to_people, by_user, facts)
    values (of_tenant, of_kind, of_subject, of_module, needs, members, staff, people, auth.actor(), coalesce(of_facts, '{}'));
end $$;
alter function portal.tell(int, text, text, text, text, boolean, boolean, text[], jsonb) owner to portal_keeper;
grant execute on function portal.tell(int, text, text, text, text, boolean, boolean, text[], jsonb) to portal_member, portal_staff, portal_admin;

-- Whether somebody with these rights may know a fact of this tenant, module and permission (A8); tenant 0: of nobody's tenant.
create or replace function auth.may_know(kind text, tenant_ids int[], hidden_modules text[], permissions text[], is_admin boolean,
  of_tenant int, of_module text, needs text) returns boolean
  language sql immutable set search_path = pg_catalog, pg_temp as $$
  select kind is distinct from 'none' and (of_tenant = 0 or kind = 'admin' or of_tenant = any (tenant_ids))
    and not coalesce(of_module = any (hidden_modules), false)
    and (needs is null or coalesce(is_admin, false) or needs = any (permissions))
$$;

-- Whom something in line is for, by their present rights.
create or replace function auth.people_of(q portal.notice_queue) returns setof text
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select c.user_id
    from (select m.user_id from portal.members m where q.to_people is null and q.to_members and q.tenant_id in (m.tenant_id, 0)
          union select s.user_id from portal.staff s where q.to_people is null and q.to_staff
          union select p.user_id from portal.profiles p where q.to_people is null and q.to_staff and p.global_admin
          union select p.user_id from portal.profiles p where p.user_id = any (q.to_people)) c
   cross join lateral auth.access_of(c.user_id, nullif(q.tenant_id, 0), null) a
   where c.user_id is distinct from q.by_user and auth.may_know(a.kind, a.tenant_ids, a.hidden_modules, a.permissions, a.is_admin, q.tenant_id, q.module, q.permission)
     -- Without the membership that was asked for, access is to another tenant.
     and (q.tenant_id = 0 or a.tenant_id = q.tenant_id)
     and not portal.needs_no_notice(c.user_id, q.tenant_id, q.kind, q.facts)
$$;

-- The moment at which a person may be disturbed: not in their quiet hours.
create or replace function auth.after_quiet(at_ timestamptz, zone text, quiet_from time, quiet_until time) returns timestamptz
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select case
    when quiet_from is null or not case when quiet_from < quiet_until then c.t >= quiet_from and c.t < quiet_until
                                        else c.t >= quiet_from or c.t < quiet_until end then at_
    else (c.day + quiet_until + case when c.t >= quiet_until then interval '1 day' else interval '0' end) at time zone zone end
  from (select (at_ at time zone zone)::time as t, date_trunc('day', at_ at time zone zone) as day) c
$$;

grant execute on function auth.after_quiet(timestamptz, text, time, time) to portal_member, portal_staff, portal_admin;

-- Whether somebody with this rhythm is written to about a subject at once.
create or replace function auth.mails_at_once(of_subject text, rhythm text) returns boolean
  language sql immutable set search_path = pg_catalog, pg_temp as $$
  select of_subject = 'conversations' or coalesce(rhythm, 'at_once') = 'at_once'
$$;

-- When a mail is due by a rhythm: at once, at eight in the morning, on Monday at eight; of conversations always at once.
create or replace function auth.mail_due(of_subject text, rhythm text, at_ timestamptz, zone text) returns timestamptz
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select case
    when auth.mails_at_once(of_subject, rhythm) then at_
    else (d.eight + case
        when rhythm = 'daily' then case when l.t < d.eight then interval '0' else interval '1 day' end
        else make_interval(days => case when extract(isodow from l.t) = 1 and l.t < d.eight then 0 else 8 - extract(isodow from l.t)::int end) end)
      at time zone zone end
  from (select at_ at time zone zone as t) l, lateral (select date_trunc('day', l.t) + interval '8 hours' as eight) d
$$;

-- Who hears of a change hears it wherever they work.
create or replace function portal.wake_people(people text[]) returns void
  language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  insert into portal.outbox (tenant_id, topic, audience) select 0, 'notices', p from unnest(people) p
$$;
alter function portal.wake_people(text[]) owner to portal_keeper;
grant execute on function portal.wake_people(text[]) to portal_owner;

-- Whether somebody with these settings is written to about a subject.
create or replace function auth.wants_mail(notify_email boolean, notify_orders boolean, notify_products boolean, choices jsonb, of_subject text)
  returns boolean language sql immutable set search_path = pg_catalog, pg_temp as $$
  select notify_email and coalesce((choices -> of_subject ->> 'mail')::boolean, true)
    and case of_subject when 'orders' then notify_orders when 'products' then notify_products else true end
$$;

-- Whether a notice is still to be written about, by what its person has read, may know and wants now: looked at when its mail is
-- written, and again when it is sent.
create or replace function auth.is_mailable(n portal.notices) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select n.read_at is null and exists (
    select from portal.profiles p
      left join portal.notice_choices c on c.user_id = p.user_id
     cross join lateral auth.access_of(p.user_id, nullif(n.tenant_id, 0), null) a
     where p.user_id = n.user_id and p.deactivated_at is null
       and auth.wants_mail(p.notify_email, p.notify_order_updates, p.notify_product_updates, c.choices, n.subject)
       and auth.may_know(a.kind, a.tenant_ids, a.hidden_modules, a.permissions, a.is_admin, n.tenant_id, n.module, n.permission)
       and (n.tenant_id = 0 or a.tenant_id = n.tenant_id))
$$;

-- Makes notices of what stands in line, oldest first; answers how many were in line. Several servers share the work.
create or replace function auth.spread_notices(most int) returns int
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  q portal.notice_queue;
  done int := 0;
  told text[];
begin
  for q in select * from portal.notice_queue x where x.created_at <= clock_timestamp() - portal.notice_patience(x.kind)
      order by x.id limit most for update skip locked loop
    with written as (
      insert into portal.notices (tenant_id, user_id, event_id, kind, subject, module, permission, facts, created_at, in_portal, in_browser, mail_at)
      select q.tenant_id, w.user_id, q.id, q.kind, q.subject, q.module, q.permission, q.facts, q.created_at, w.portal, w.browser,
             case when w.mail then auth.after_quiet(auth.mail_due(q.subject, w.rhythm, w.ready_at, w.zone), w.zone, w.quiet_from, w.quiet_until) end
        from (select p.user_id, c.rhythm, c.quiet_from, c.quiet_until, coalesce(auth.timezone_of(p.user_id), 'UTC') as zone,
                     q.created_at + case when auth.mails_at_once(q.subject, c.rhythm) then portal.mail_patience(q.kind) else interval '0' end as ready_at,
                     coalesce((c.choices -> q.subject ->> 'portal')::boolean, true) as portal,
                     p.notify_browser and coalesce((c.choices -> q.subject ->> 'browser')::boolean, true) as browser,
                     auth.wants_mail(p.notify_email, p.notify_order_updates, p.notify_product_updates, c.choices, q.subject) as mail
                from auth.people_of(q) u (user_id)
                join portal.profiles p on p.user_id = u.user_id
                left join portal.notice_choices c on c.user_id = p.user_id
               where case q.subject when 'orders' then p.notify_order_updates when 'products' then p.notify_product_updates else true end) w
       where w.portal or w.browser or w.mail
      on conflict (tenant_id, user_id, event_id) do nothing
      returning user_id, in_portal or in_browser as seen)
    select array_agg(written.user_id) filter (where written.seen) into told from written;
    delete from portal.notice_queue x where x.tenant_id = q.tenant_id and x.id = q.id;
    if told is not null then perform portal.wake_people(told); end if;
    done := done + 1;
  end loop;
  return done;
end $$;

-- Writes to each person who has notices due: one mail for each thread that is written about at once, with all that was said in it
-- by then, and one with everything else; what they may not know any more is left out, what they have read in the portal needs
-- none. Answers how many people were looked at; of what was restored nobody is written to yet.
create or replace function auth.mail_notices(most int) returns int
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  who text;
  done int := 0;
begin
  if auth.is_held() then return 0; end if;
  for who in select p.user_id from portal.profiles p
      where p.user_id in (select n.user_id from portal.notices n where n.mail_at <= now()) order by 1 limit most for update skip locked loop
    with pending as (
      select n.tenant_id, n.id, n.mail_at <= now() as due,
             case when auth.mails_at_once(n.subject, c.rhythm) then portal.thread_of(n.tenant_id, n.kind, n.facts) end as thread
        from portal.notices n
        left join portal.notice_choices c on c.user_id = n.user_id
       where n.user_id = who and n.mail_at is not null
    ), taken as (
      update portal.notices n set mail_at = null from pending p
       where n.user_id = who and n.tenant_id = p.tenant_id and n.id = p.id
         and (p.due or p.thread in (select d.thread from pending d where d.due))
      returning n.id, n as notice, p.thread
    )
    insert into auth.mails (to_email, user_id, kind, language, details, ends_at, thread)
    select u.email, who, 'notices', auth.language_of(who),
           jsonb_build_object('notices', jsonb_agg(jsonb_build_object('id', t.id, 'kind', (t.notice).kind, 'subject', (t.notice).subject,
             'facts', (t.notice).facts, 'tenant', c.name, 'tenantId', c.id) order by t.id)),
           clock_timestamp() + interval '2 days', t.thread
      from taken t
      join auth.users u on u.id = who
      left join portal.tenants c on c.id = (t.notice).tenant_id
     where auth.is_mailable(t.notice)
     group by u.email, t.thread
     order by min(t.id);
    done := done + 1;
  end loop;
  return done;
end $$;

-- Forgets notices of half a year ago.
create or replace function auth.prune_notices() returns int
  language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with gone as (delete from portal.notices n where n.created_at < now() - interval '180 days' returning 1) select count(*)::int from gone
$$;
grant execute on function auth.spread_notices(int), auth.mail_notices(int), auth.prune_notices() to portal_events;
