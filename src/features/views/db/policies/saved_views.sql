alter table portal.saved_views enable row level security;
alter table portal.saved_views force row level security;

-- A member keeps views of their own, for the tenant that the session is in.
drop policy if exists member on portal.saved_views;
create policy member on portal.saved_views to portal_member
  using (tenant_id = (select auth.tenant()) and user_id = (select auth.actor()))
  with check (tenant_id = (select auth.tenant()) and user_id = (select auth.actor()));
-- Staff keep views of their own, for each tenant that they may look into and for all of them together (tenant 0).
drop policy if exists staff on portal.saved_views;
create policy staff on portal.saved_views to portal_staff
  using ((select auth.is_staff()) and user_id = (select auth.actor()) and tenant_id = any ((select auth.staff_tenants() || 0)::int[]))
  with check ((select auth.is_staff()) and user_id = (select auth.actor()) and tenant_id = any ((select auth.staff_tenants() || 0)::int[]));
-- An administrator keeps views of their own for all tenants together.
drop policy if exists administrator on portal.saved_views;
create policy administrator on portal.saved_views to portal_admin
  using ((select auth.is_admin()) and user_id = (select auth.actor()) and tenant_id = 0)
  with check ((select auth.is_admin()) and user_id = (select auth.actor()) and tenant_id = 0);

grant select, insert, update, delete on portal.saved_views to portal_member, portal_staff, portal_admin;
grant usage on sequence portal.saved_view_ids to portal_member, portal_staff, portal_admin;
