-- Requests of a demo (F6), also by visitors without a session.

-- An event for those who hold a permission of the installation, of what was done without a context.
create or replace function portal.wake_holders(of_topic text, needs text, about text) returns void
  language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  insert into portal.outbox (tenant_id, topic, permission, object_id) values (0, of_topic, needs, about)
$$;
alter function portal.wake_holders(text, text, text) owner to portal_keeper;
grant execute on function portal.wake_holders(text, text, text) to portal_owner;

-- Keeps a request, with whose it is where `of_token` is of a session; told to administrators, and on record without what it says.
create or replace function auth.request_demo(of_token text, of_name text, of_email text, of_company text, said text, of_language text,
  visitor text, trace text) returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  who text := (select s.user_id from auth.sessions s where s.token = of_token and s.expires_at > clock_timestamp());
  made bigint;
begin
  insert into portal.demo_requests (user_id, person_name, person_email, company, about, language)
    values (who, of_name, of_email, of_company, said, of_language) returning id into made;
  insert into portal.notice_queue (tenant_id, kind, subject, permission, to_members, to_staff, by_user, facts)
    values (0, 'demo_requested', 'administration', 'feedback.manage', false, true, who,
      jsonb_build_object('id', made, 'name', of_name, 'company', of_company));
  perform portal.wake_holders('demo_requests', 'feedback.manage', made::text);
  perform portal.append_audit(0, 'demo.requested', 'demo_request', made::text, null, jsonb_build_object('language', of_language), trace,
    coalesce(who, visitor));
end $$;
grant execute on function auth.request_demo(text, text, text, text, text, text, text, text) to portal_auth;

-- Forgets requests of more than two years; answers how many.
create or replace function auth.prune_demo_requests() returns int
  language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with gone as (delete from portal.demo_requests d where d.sent_at < now() - interval '2 years' returning 1) select count(*)::int from gone
$$;
grant execute on function auth.prune_demo_requests() to portal_auth;
