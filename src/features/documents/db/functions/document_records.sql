-- What became of a document, from the audit trail: for those who look after documents, as far as they see the document and the
-- tenants that it happened in.

-- Acts upon it of these kinds, the newest first.
create or replace function portal.document_acts(of_document int, acts text[], out at timestamptz, out act text, out tenant_id int, out actor text,
  out before jsonb, out after jsonb)
  returns setof record language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  seen int[] := auth.seen_tenants();
begin
  perform auth.require_context('staff', 'admin');
  return query
    select a.at, a.action, a.tenant_id, a.actor, a.old, a.new from portal.audit_log a
     where a.object_id = of_document::text and a.object_type = 'document' and a.action = any (acts)
       and (auth.is_admin() or a.tenant_id = 0 or a.tenant_id = any (seen))
       and exists (select from portal.documents d where d.id = of_document and (auth.is_admin() or d.tenant_ids is null or d.tenant_ids && seen))
     order by a.at desc;
end $$;

-- The names of people who did something to documents: colleagues, and people of tenants that the asker sees.
create or replace function portal.document_people(ids text[], out user_id text, out name text) returns setof record
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  seen int[] := auth.seen_tenants();
begin
  perform auth.require_context('staff', 'admin');
  return query
    select p.user_id, p.name from portal.profiles p
     where p.user_id = any (ids)
       and (auth.is_admin() or p.global_admin or exists (select from portal.staff s where s.user_id = p.user_id)
         or exists (select from portal.members m where m.user_id = p.user_id and m.tenant_id = any (seen)));
end $$;

-- Tells everybody who ever opened a withdrawn document that it is (E5), where they opened it. Staff hear of it wherever they work.
create or replace function portal.tell_readers(of_document int) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform auth.require_context('staff', 'admin', 'ingest');
  with readers as (
    select a.tenant_id, a.actor, d.id, d.title, d.current_version, portal.module_of_shelves(d.shelves) as module
      from portal.documents d
      join (select distinct case when l.actor_kind = 'member' then l.tenant_id else 0 end as tenant_id, l.actor from portal.audit_log l
             where l.object_id = of_document::text and l.object_type = 'document' and l.action = 'document.downloaded') a on true
     where d.id = of_document and d.status = 'withdrawn' and a.actor <> auth.actor()
       and (auth.is_admin() or auth.ingests_all() or d.tenant_ids is null or d.tenant_ids && auth.seen_tenants())
  ), heard as (
    insert into portal.outbox (tenant_id, topic, module, permission, audience, object_id, payload)
    select r.tenant_id, 'document.withdrawn', r.module, 'documents.read', r.actor, r.id::text, jsonb_build_object('version', r.current_version)
      from readers r order by r.tenant_id, r.actor
  )
  insert into portal.notice_queue (tenant_id, kind, subject, module, permission, to_people, by_user, facts)
  select r.tenant_id, 'document_withdrawn', 'documents', r.module, 'documents.read', array_agg(r.actor), auth.actor(),
         jsonb_build_object('id', r.id, 'title', r.title)
    from readers r group by r.tenant_id, r.id, r.title, r.module order by r.tenant_id;
end $$;

alter function portal.document_acts(int, text[]) owner to portal_keeper;
alter function portal.tell_readers(int) owner to portal_keeper;
grant execute on function portal.document_acts(int, text[]), portal.document_people(text[]), portal.tell_readers(int)
  to portal_staff, portal_admin;
