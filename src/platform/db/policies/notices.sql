alter table portal.notices enable row level security;
alter table portal.notices force row level security;

-- Everybody reads their own: a member those of the tenant of the session and of nobody's.
drop policy if exists member on portal.notices;
create policy member on portal.notices to portal_member
  using ((select auth.tenant()) is not null and user_id = (select auth.actor()) and tenant_id = any (array[0, (select auth.tenant())]))
  with check ((select auth.tenant()) is not null and user_id = (select auth.actor()) and tenant_id = any (array[0, (select auth.tenant())]));
-- Staff those of the tenants that they may look into.
drop policy if exists staff on portal.notices;
create policy staff on portal.notices to portal_staff
  using ((select auth.is_staff()) and user_id = (select auth.actor()) and tenant_id = any ((select auth.staff_tenants() || 0)::int[]))
  with check ((select auth.is_staff()) and user_id = (select auth.actor()) and tenant_id = any ((select auth.staff_tenants() || 0)::int[]));
-- An administrator those of every tenant.
drop policy if exists administrator on portal.notices;
create policy administrator on portal.notices to portal_admin
  using ((select auth.is_admin()) and user_id = (select auth.actor()))
  with check ((select auth.is_admin()) and user_id = (select auth.actor()));
-- The functions that write them act as the owner.
drop policy if exists owner on portal.notices;
create policy owner on portal.notices to portal_owner using (true) with check (true);

grant select on portal.notices to portal_member, portal_staff, portal_admin;
grant update (read_at) on portal.notices to portal_member, portal_staff, portal_admin;
