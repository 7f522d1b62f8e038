alter table portal.document_versions enable row level security;
alter table portal.document_versions force row level security;

-- A member sees the versions of their documents, once they were released.
drop policy if exists member on portal.document_versions;
create policy member on portal.document_versions for select to portal_member
  using (status <> 'draft' and exists (select from portal.document_access a
    where a.document_id = document_versions.document_id and a.tenant_id = (select auth.tenant())));
-- Staff see and write versions of the documents that they may see.
drop policy if exists staff on portal.document_versions;
create policy staff on portal.document_versions to portal_staff
  using ((select auth.is_staff()) and exists (select from portal.documents d where d.id = document_id))
  with check ((select auth.is_staff()) and exists (select from portal.documents d where d.id = document_id));
-- An administrator sees and writes all of them.
drop policy if exists administrator on portal.document_versions;
create policy administrator on portal.document_versions to portal_admin
  using ((select auth.is_admin())) with check ((select auth.is_admin()));
-- The same content is looked for among all files, whoever's they are; what upstream sends is brought by portal.land_document.
drop policy if exists keeper on portal.document_versions;
create policy keeper on portal.document_versions to portal_keeper using (true) with check (true);
-- The command line brings the demo's documents; the sweeper sees which files are still of use.
drop policy if exists owner on portal.document_versions;
create policy owner on portal.document_versions to portal_owner using (true) with check (true);

grant select on portal.document_versions to portal_member;
grant select, insert, update on portal.document_versions to portal_keeper;
-- People bring a file as a draft, release, supersede and withdraw it; what it is they never change (portal.hold_document_version).
revoke insert, update on portal.document_versions from portal_staff, portal_admin;
grant select, insert (document_id, no, file_name, file_key, format, size, checksum, note, uploaded_by), update (status, released_at)
  on portal.document_versions to portal_staff, portal_admin;
