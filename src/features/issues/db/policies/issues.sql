alter table portal.issues enable row level security;
alter table portal.issues force row level security;

-- A member reads issues of the tenant that the session is in.
drop policy if exists member on portal.issues;
create policy member on portal.issues for select to portal_member using (tenant_id = (select auth.tenant()));
-- Staff read issues of the tenants that they may look into.
drop policy if exists staff on portal.issues;
create policy staff on portal.issues for select to portal_staff using (tenant_id = any ((select auth.staff_tenants())::int[]));
-- An administrator reads all of them.
drop policy if exists administrator on portal.issues;
create policy administrator on portal.issues for select to portal_admin using ((select auth.is_admin()));
-- Functions write them as the keeper, and ask the context themselves whose they are.
drop policy if exists keeper on portal.issues;
create policy keeper on portal.issues to portal_keeper using (true) with check (true);

grant select on portal.issues to portal_member, portal_staff, portal_admin;
grant select, insert, update on portal.issues to portal_keeper;
