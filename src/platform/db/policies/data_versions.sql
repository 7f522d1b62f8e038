alter table portal.data_versions enable row level security;
alter table portal.data_versions force row level security;

-- A member sees how fresh the data of the tenant is.
drop policy if exists member on portal.data_versions;
create policy member on portal.data_versions for select to portal_member using (tenant_id = (select auth.tenant()));
-- Staff see it of the tenants that they may look into.
drop policy if exists staff on portal.data_versions;
create policy staff on portal.data_versions for select to portal_staff
  using (tenant_id = any ((select auth.staff_tenants())::int[]));
-- Administrators see it of all of them and of the installation (tenant 0).
drop policy if exists administrator on portal.data_versions;
create policy administrator on portal.data_versions for select to portal_admin using ((select auth.is_admin()));
-- Only portal.touch_data, which runs as the keeper, moves a version.
drop policy if exists keeper on portal.data_versions;
create policy keeper on portal.data_versions to portal_keeper using (true) with check (true);

grant select on portal.data_versions to portal_member, portal_staff, portal_admin;
grant select, insert, update on portal.data_versions to portal_keeper;
