-- Who signed for the versions of a document (J7), for everybody who sees it: read from the trail, where it stands and is never changed.
-- Of a version that is no draft, for members; of all, for those who look after documents.
create or replace function portal.version_signatures(of_document int, out version int, out signatures jsonb)
  returns setof record language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  kind text := auth.context_kind();
  seen int[] := auth.seen_tenants();
begin
  perform auth.require_context('member', 'staff', 'admin');
  return query
    select v.no, jsonb_agg(jsonb_build_object('meaning', substr(a.action, 10), 'checksum', a.new -> 'checksum') || (a.new -> 'signature') order by a.at)
      from portal.documents d
      join portal.document_versions v on v.document_id = d.id
      join portal.audit_log a on a.object_id = of_document::text and a.object_type = 'document'
       and a.action in ('document.released', 'document.withdrawn') and a.new ? 'signature'
       and coalesce(a.new -> 'file_version', a.new -> 'current_version') = to_jsonb(v.no)
     where d.id = of_document and case when kind = 'admin' then true when kind = 'staff' then d.tenant_ids is null or d.tenant_ids && seen
       else d.status <> 'draft' and v.status <> 'draft' and (d.tenant_ids is null or auth.tenant() = any (d.tenant_ids)) end
     group by v.no;
end $$;
alter function portal.version_signatures(int) owner to portal_keeper;
revoke execute on function portal.version_signatures(int) from public;
grant execute on function portal.version_signatures(int) to portal_member, portal_staff, portal_admin;
