alter table portal.document_pages enable row level security;
alter table portal.document_pages force row level security;

-- A member who sees a version of that content may search in it.
drop policy if exists member on portal.document_pages;
create policy member on portal.document_pages for select to portal_member
  using (exists (select from portal.document_versions v join portal.document_access a on a.document_id = v.document_id
    where v.checksum = document_pages.checksum and a.tenant_id = (select auth.tenant())));
-- So do staff and administrators of the versions that they see.
drop policy if exists staff on portal.document_pages;
create policy staff on portal.document_pages for select to portal_staff, portal_admin
  using ((select auth.actor()) is not null
    and exists (select from portal.document_versions v where v.checksum = document_pages.checksum));
-- The functions that read files keep it.
drop policy if exists owner on portal.document_pages;
create policy owner on portal.document_pages to portal_owner using (true) with check (true);
-- The search reads all pages, and says of them what its asker may know.
drop policy if exists keeper on portal.document_pages;
create policy keeper on portal.document_pages for select to portal_keeper using (true);

grant select on portal.document_pages to portal_member, portal_staff, portal_admin, portal_keeper;
