alter table portal.document_scans enable row level security;
alter table portal.document_scans force row level security;

-- Staff and administrators know it of the versions that they see.
drop policy if exists staff on portal.document_scans;
create policy staff on portal.document_scans for select to portal_staff, portal_admin
  using ((select auth.actor()) is not null
    and exists (select from portal.document_versions v where v.checksum = document_scans.checksum));
-- Members know it of the versions that they see: what turned out to be infected is not opened.
drop policy if exists member on portal.document_scans;
create policy member on portal.document_scans for select to portal_member
  using (exists (select from portal.document_versions v join portal.document_access a on a.document_id = v.document_id
    where v.checksum = document_scans.checksum and a.tenant_id = (select auth.tenant())));
-- The functions that ask for scans keep it.
drop policy if exists owner on portal.document_scans;
create policy owner on portal.document_scans to portal_owner using (true) with check (true);

-- Attachments of issues ask through a function that runs as the keeper.
drop policy if exists keeper on portal.document_scans;
create policy keeper on portal.document_scans for select to portal_keeper using (true);

grant select on portal.document_scans to portal_keeper;
grant select on portal.document_scans to portal_member, portal_staff, portal_admin;
