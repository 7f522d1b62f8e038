-- Staff who look into one of these tenants (null: all), and administrators.
create or replace function portal.staff_of(tenants int[]) returns text[]
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select array(
    select s.user_id from portal.staff s
     where s.all_tenants or tenants is null
        or exists (select from portal.staff_tenants a where a.user_id = s.user_id and a.tenant_id = any (tenants))
    union select p.user_id from portal.profiles p where p.global_admin)
$$;
grant execute on function portal.staff_of(int[]) to portal_keeper;

-- Says of every document that expires, to everybody whom it is for, to those who look after it, and once for each threshold: 60, 30,
-- 7 days before, and when it has. Several servers may say it at once: whoever writes the row says it. Answers how many were told of.
create or replace function portal.remind_of_expiry(on_day date) returns int
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare told int;
begin
  with due as (
    insert into portal.document_reminders (document_id, expires_on, threshold)
    select d.id, d.expires_on, case when d.expires_on < on_day then 0 when d.expires_on <= on_day + 7 then 7
                                    when d.expires_on <= on_day + 30 then 30 else 60 end
      from portal.documents d
     where d.status = 'available' and d.expires_on between on_day - 60 and on_day + 60
     order by d.id
    on conflict do nothing
    returning document_id, expires_on, threshold
  ), said as (
    insert into portal.outbox (tenant_id, topic, module, permission, object_id, payload)
    select a.tenant_id, case when u.threshold = 0 then 'document.expired' else 'document.expiring' end,
           portal.module_of_shelves(d.shelves), 'documents.read', d.id::text, jsonb_build_object('threshold', u.threshold, 'expiresOn', u.expires_on)
      from due u join portal.documents d on d.id = u.document_id join portal.document_access a on a.document_id = d.id
     order by a.tenant_id, d.id
  ), heard as (
    insert into portal.notice_queue (tenant_id, kind, subject, module, permission, facts)
    select a.tenant_id, case when u.threshold = 0 then 'document_expired' else 'document_expiring' end, 'documents',
           portal.module_of_shelves(d.shelves), 'documents.read', jsonb_build_object('id', d.id, 'title', d.title, 'date', u.expires_on)
      from due u join portal.documents d on d.id = u.document_id join portal.document_access a on a.document_id = d.id
     order by a.tenant_id, d.id
  ), looked_after as (
    insert into portal.notice_queue (tenant_id, kind, subject, permission, to_members, to_people, facts)
    select 0, case when u.threshold = 0 then 'document_expired' else 'document_expiring' end, 'documents', 'documents.write', false,
           portal.staff_of(d.tenant_ids), jsonb_build_object('id', d.id, 'title', d.title, 'date', u.expires_on, 'console', true)
      from due u join portal.documents d on d.id = u.document_id order by d.id
  )
  select count(*)::int into told from due;
  return told;
end $$;
alter function portal.remind_of_expiry(date) owner to portal_keeper;
grant execute on function portal.remind_of_expiry(date) to portal_owner;
