alter table portal.feedback enable row level security;
alter table portal.feedback force row level security;

-- A member gives their own, for the tenant that the session is in.
drop policy if exists member on portal.feedback;
create policy member on portal.feedback to portal_member
  using (tenant_id = (select auth.tenant()) and user_id = (select auth.actor()))
  with check (tenant_id = (select auth.tenant()) and user_id = (select auth.actor()));
-- Staff give their own, in a tenant that they may look into or as the manufacturer's (tenant 0).
drop policy if exists staff on portal.feedback;
create policy staff on portal.feedback to portal_staff
  using ((select auth.is_staff()) and user_id = (select auth.actor()) and tenant_id = any ((select auth.staff_tenants() || 0)::int[]))
  with check ((select auth.is_staff()) and user_id = (select auth.actor()) and tenant_id = any ((select auth.staff_tenants() || 0)::int[]));
-- Administrators read all of it, and say what they have looked at.
drop policy if exists administrator on portal.feedback;
create policy administrator on portal.feedback to portal_admin
  using ((select auth.is_admin())) with check ((select auth.is_admin()));

grant select, insert on portal.feedback to portal_member, portal_staff, portal_admin;
grant update (reviewed_at, reviewed_by) on portal.feedback to portal_admin;
