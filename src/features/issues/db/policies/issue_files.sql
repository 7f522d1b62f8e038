alter table portal.issue_files enable row level security;
alter table portal.issue_files force row level security;

-- A member reads files of issues of the tenant that the session is in.
drop policy if exists member on portal.issue_files;
create policy member on portal.issue_files for select to portal_member using (tenant_id = (select auth.tenant()));
-- Staff read files of issues of the tenants that they may look into.
drop policy if exists staff on portal.issue_files;
create policy staff on portal.issue_files for select to portal_staff using (tenant_id = any ((select auth.staff_tenants())::int[]));
-- An administrator reads all of them.
drop policy if exists administrator on portal.issue_files;
create policy administrator on portal.issue_files for select to portal_admin using ((select auth.is_admin()));
-- Functions write them as the keeper, and ask the context themselves whose they are.
drop policy if exists keeper on portal.issue_files;
create policy keeper on portal.issue_files to portal_keeper using (true) with check (true);
-- The sweeper sees which files are still of use.
drop policy if exists owner on portal.issue_files;
create policy owner on portal.issue_files for select to portal_owner using (true);

grant select on portal.issue_files to portal_member, portal_staff, portal_admin;
grant select, insert on portal.issue_files to portal_keeper;
