alter table portal.document_access enable row level security;
alter table portal.document_access force row level security;

-- Which documents are for a tenant: a member knows it of their own.
drop policy if exists member on portal.document_access;
create policy member on portal.document_access for select to portal_member using (tenant_id = (select auth.tenant()));
-- Staff know it of the tenants that they may look into.
drop policy if exists staff on portal.document_access;
create policy staff on portal.document_access for select to portal_staff
  using (tenant_id = any ((select auth.staff_tenants())::int[]));
-- Administrators know it of all.
drop policy if exists administrator on portal.document_access;
create policy administrator on portal.document_access for select to portal_admin using ((select auth.is_admin()));
-- The functions that keep it from the audiences write it, and nobody else.
drop policy if exists keeper on portal.document_access;
create policy keeper on portal.document_access to portal_keeper using (true) with check (true);

grant select on portal.document_access to portal_member, portal_staff, portal_admin;
grant select, insert, delete on portal.document_access to portal_keeper;
