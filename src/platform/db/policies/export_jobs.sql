alter table portal.export_jobs enable row level security;
alter table portal.export_jobs force row level security;

-- A member keeps exports of their own, for the tenant that the session is in.
drop policy if exists member on portal.export_jobs;
create policy member on portal.export_jobs to portal_member
  using (tenant_id = (select auth.tenant()) and user_id = (select auth.actor()))
  with check (tenant_id = (select auth.tenant()) and user_id = (select auth.actor()));
-- Staff keep exports of their own, for each tenant that they may look into and for all of them together (tenant 0).
drop policy if exists staff on portal.export_jobs;
create policy staff on portal.export_jobs to portal_staff
  using ((select auth.is_staff()) and user_id = (select auth.actor()) and tenant_id = any ((select auth.staff_tenants() || 0)::int[]))
  with check ((select auth.is_staff()) and user_id = (select auth.actor()) and tenant_id = any ((select auth.staff_tenants() || 0)::int[]));
-- An administrator keeps exports of their own for all tenants together.
drop policy if exists administrator on portal.export_jobs;
create policy administrator on portal.export_jobs to portal_admin
  using ((select auth.is_admin()) and user_id = (select auth.actor()) and tenant_id = 0)
  with check ((select auth.is_admin()) and user_id = (select auth.actor()) and tenant_id = 0);

grant select, insert, update on portal.export_jobs to portal_member, portal_staff, portal_admin;
grant usage on sequence portal.export_job_ids to portal_member, portal_staff, portal_admin;

-- The functions that hand jobs out, and the sweep of what is a day old, act as the owner.
drop policy if exists owner on portal.export_jobs;
create policy owner on portal.export_jobs to portal_owner using (true) with check (true);
