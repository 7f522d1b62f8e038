alter table portal.issue_entries enable row level security;
alter table portal.issue_entries force row level security;

-- A member reads threads of issues of the tenant that the session is in.
drop policy if exists member on portal.issue_entries;
create policy member on portal.issue_entries for select to portal_member using (tenant_id = (select auth.tenant()));
-- Staff read threads of issues of the tenants that they may look into.
drop policy if exists staff on portal.issue_entries;
create policy staff on portal.issue_entries for select to portal_staff using (tenant_id = any ((select auth.staff_tenants())::int[]));
-- An administrator reads all of them.
drop policy if exists administrator on portal.issue_entries;
create policy administrator on portal.issue_entries for select to portal_admin using ((select auth.is_admin()));
-- Functions write them as the keeper, and ask the context themselves whose they are.
drop policy if exists keeper on portal.issue_entries;
create policy keeper on portal.issue_entries to portal_keeper using (true) with check (true);

grant select on portal.issue_entries to portal_member, portal_staff, portal_admin;
grant select, insert on portal.issue_entries to portal_keeper;
