alter table portal.form_drafts enable row level security;
alter table portal.form_drafts force row level security;

-- A member keeps drafts of their own, for the tenant that the session is in.
drop policy if exists member on portal.form_drafts;
create policy member on portal.form_drafts to portal_member
  using (tenant_id = (select auth.tenant()) and user_id = (select auth.actor()))
  with check (tenant_id = (select auth.tenant()) and user_id = (select auth.actor()));
-- Staff keep drafts of their own, for each tenant that they may look into and for all of them together (tenant 0).
drop policy if exists staff on portal.form_drafts;
create policy staff on portal.form_drafts to portal_staff
  using ((select auth.is_staff()) and user_id = (select auth.actor()) and tenant_id = any ((select auth.staff_tenants() || 0)::int[]))
  with check ((select auth.is_staff()) and user_id = (select auth.actor()) and tenant_id = any ((select auth.staff_tenants() || 0)::int[]));
-- An administrator keeps drafts of their own for all tenants together, and sees nobody else's.
drop policy if exists administrator on portal.form_drafts;
create policy administrator on portal.form_drafts to portal_admin
  using ((select auth.is_admin()) and user_id = (select auth.actor()) and tenant_id = 0)
  with check ((select auth.is_admin()) and user_id = (select auth.actor()) and tenant_id = 0);
-- The owner takes away what is older than 30 days.
drop policy if exists owner on portal.form_drafts;
create policy owner on portal.form_drafts to portal_owner using (true) with check (true);

grant select, insert, update, delete on portal.form_drafts to portal_member, portal_staff, portal_admin;
