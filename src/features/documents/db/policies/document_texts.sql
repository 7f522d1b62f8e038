alter table portal.document_texts enable row level security;
alter table portal.document_texts force row level security;

-- A member who sees a version of that content may know whether its text could be read.
drop policy if exists member on portal.document_texts;
create policy member on portal.document_texts for select to portal_member
  using (exists (select from portal.document_versions v join portal.document_access a on a.document_id = v.document_id
    where v.checksum = document_texts.checksum and a.tenant_id = (select auth.tenant())));
-- So do staff and administrators of the versions that they see.
drop policy if exists staff on portal.document_texts;
create policy staff on portal.document_texts for select to portal_staff, portal_admin
  using ((select auth.actor()) is not null
    and exists (select from portal.document_versions v where v.checksum = document_texts.checksum));
-- The functions that read files keep it.
drop policy if exists owner on portal.document_texts;
create policy owner on portal.document_texts to portal_owner using (true) with check (true);

grant select on portal.document_texts to portal_member, portal_staff, portal_admin;
