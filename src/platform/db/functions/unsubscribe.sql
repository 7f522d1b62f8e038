-- Turning mails off by the link that each of them carries (J10): whoever has it needs no session, and it does nothing else.

-- The person's other devices hear of it wherever they are.
create or replace function portal.wake_choices(of_user text) returns void
  language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  insert into portal.outbox (tenant_id, topic, audience) values (0, 'preferences.changed', of_user)
$$;
alter function portal.wake_choices(text) owner to portal_keeper;
grant execute on function portal.wake_choices(text) to portal_owner;

-- Whether this person is written to about any of these subjects; null: there is nobody any more.
create or replace function auth.gets_mails_of(who text, of_subjects text[]) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from unnest(of_subjects) s
    where auth.wants_mail(p.notify_email, p.notify_order_updates, p.notify_product_updates, c.choices, s))
    from auth.users u
    join portal.profiles p on p.user_id = u.id
    left join portal.notice_choices c on c.user_id = u.id
   where u.id = who
$$;

-- No more mails about these subjects to this person; those that stand in line are not sent either. On record where it changes
-- anything. False: there is nobody any more.
create or replace function auth.turn_off_mails(who text, of_subjects text[], trace text, from_address text) returns boolean
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare before jsonb; after jsonb; one text;
begin
  -- After whatever the person chooses at the same moment.
  perform from portal.profiles p join auth.users u on u.id = p.user_id where p.user_id = who for update of p;
  if not found then return false; end if;
  select c.choices into before from portal.notice_choices c where c.user_id = who;
  before := coalesce(before, '{}');
  after := before;
  foreach one in array of_subjects loop
    after := jsonb_set(after, array[one], coalesce(after -> one, '{}') || '{"mail": false}');
  end loop;
  if after = before then return true; end if;
  insert into portal.notice_choices (user_id, choices) values (who, after)
    on conflict (user_id) do update set choices = excluded.choices, version = notice_choices.version + 1;
  perform portal.append_audit(0, 'notices.unsubscribed', 'profile', who, jsonb_build_object('subjects', before),
    jsonb_build_object('subjects', after), trace, who, from_address);
  perform portal.wake_choices(who);
  return true;
end $$;
grant execute on function auth.gets_mails_of(text, text[]), auth.turn_off_mails(text, text[], text, text) to portal_auth;
