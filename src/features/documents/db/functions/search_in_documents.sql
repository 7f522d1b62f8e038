-- A few documents, of whoever asks, in whose text every word of a term stands on one page, each with such a page: for the search
-- over everything (B3). As portal.find_in_documents it reads as the keeper and asks the context itself; it ends with the first
-- that are enough, for a word may stand in every certificate.
create or replace function portal.search_in_documents(search text, most int, out document_id int, out page int) returns setof record
  language plpgsql stable security definer rows 20 set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  wanted tsquery := portal.page_query(search);
  seen int[] := auth.seen_tenants();
  all_seen boolean := auth.is_admin();
begin
  if wanted is null then return; end if;
  return query
    with found as (
      select v.document_id, p.page from portal.document_pages p
        join portal.document_versions v on v.checksum = p.checksum
        join portal.documents d on d.id = v.document_id and d.current_version = v.no
       where p.words @@ wanted and d.status = 'available'
         and (all_seen or exists (select from portal.document_access a where a.document_id = d.id and a.tenant_id = any (seen)))
       limit most)
    select f.document_id, min(f.page) from found f group by f.document_id;
end $$;
alter function portal.search_in_documents(text, int) owner to portal_keeper;
grant execute on function portal.search_in_documents(text, int) to portal_member, portal_staff, portal_admin;
