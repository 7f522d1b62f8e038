alter table portal.roadmap_comments enable row level security;
alter table portal.roadmap_comments force row level security;

-- A member reads what was said in the tenant that the session is in, and says something there in their own name.
drop policy if exists member on portal.roadmap_comments;
create policy member on portal.roadmap_comments for select to portal_member using (tenant_id = (select auth.tenant()));
drop policy if exists member_says on portal.roadmap_comments;
create policy member_says on portal.roadmap_comments for insert to portal_member
  with check (tenant_id = (select auth.tenant()) and user_id = (select auth.actor()));
-- Staff read what was said in the tenants that they may look into and among the manufacturer's people (tenant 0).
drop policy if exists staff on portal.roadmap_comments;
create policy staff on portal.roadmap_comments for select to portal_staff
  using ((select auth.is_staff()) and tenant_id = any ((select auth.staff_tenants() || 0)::int[]));
drop policy if exists staff_says on portal.roadmap_comments;
create policy staff_says on portal.roadmap_comments for insert to portal_staff
  with check ((select auth.is_staff()) and user_id = (select auth.actor()) and tenant_id = any ((select auth.staff_tenants() || 0)::int[]));
-- Administrators read all of it.
drop policy if exists administrator on portal.roadmap_comments;
create policy administrator on portal.roadmap_comments for select to portal_admin using ((select auth.is_admin()));
drop policy if exists administrator_says on portal.roadmap_comments;
create policy administrator_says on portal.roadmap_comments for insert to portal_admin
  with check ((select auth.is_admin()) and user_id = (select auth.actor()) and tenant_id = 0);

grant select, insert on portal.roadmap_comments to portal_member, portal_staff, portal_admin;
