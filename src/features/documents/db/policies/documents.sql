alter table portal.documents enable row level security;
alter table portal.documents force row level security;

-- A member sees the documents that are for their tenant, once they are more than a draft.
drop policy if exists member on portal.documents;
create policy member on portal.documents for select to portal_member
  using (status <> 'draft' and exists (select from portal.document_access a
    where a.document_id = id and a.tenant_id = (select auth.tenant())));
-- Staff see and write documents for everybody and for the tenants that they may look into; those who work for all of them also what is
-- for nobody yet: a certificate may come before its lot.
drop policy if exists staff on portal.documents;
create policy staff on portal.documents to portal_staff
  using ((select auth.is_staff()) and (tenant_ids is null or tenant_ids && (select auth.staff_tenants())::int[]
    or tenant_ids = '{}' and (select portal.works_for_all())))
  with check ((select auth.is_staff()) and (tenant_ids is null or tenant_ids && (select auth.staff_tenants())::int[]
    or tenant_ids = '{}' and (select portal.works_for_all())));
-- An administrator sees and writes all of them.
drop policy if exists administrator on portal.documents;
create policy administrator on portal.documents to portal_admin
  using ((select auth.is_admin())) with check ((select auth.is_admin()));
-- Access follows orders through functions that run as the keeper.
drop policy if exists keeper on portal.documents;
create policy keeper on portal.documents to portal_keeper using (true) with check (true);
-- The command line brings the demo's documents, and sees which files are still of use.
drop policy if exists owner on portal.documents;
create policy owner on portal.documents to portal_owner using (true) with check (true);

grant select on portal.documents to portal_member;
grant select, insert, update on portal.documents to portal_staff, portal_admin;
grant select, insert, update, delete on portal.documents to portal_keeper;
