alter table portal.assistant_turns enable row level security;
alter table portal.assistant_turns force row level security;

-- A member reads and keeps their own conversation, in the tenant that the session is in.
drop policy if exists member on portal.assistant_turns;
create policy member on portal.assistant_turns to portal_member
  using (tenant_id = (select auth.tenant()) and user_id = (select auth.actor()))
  with check (tenant_id = (select auth.tenant()) and user_id = (select auth.actor()));
-- Staff their own, for each tenant that they may look into and for all of them together (tenant 0).
drop policy if exists staff on portal.assistant_turns;
create policy staff on portal.assistant_turns to portal_staff
  using ((select auth.is_staff()) and user_id = (select auth.actor()) and tenant_id = any ((select auth.staff_tenants() || 0)::int[]))
  with check ((select auth.is_staff()) and user_id = (select auth.actor()) and tenant_id = any ((select auth.staff_tenants() || 0)::int[]));
-- An administrator their own for all tenants together.
drop policy if exists administrator on portal.assistant_turns;
create policy administrator on portal.assistant_turns to portal_admin
  using ((select auth.is_admin()) and user_id = (select auth.actor()) and tenant_id = 0)
  with check ((select auth.is_admin()) and user_id = (select auth.actor()) and tenant_id = 0);

grant select, insert, delete on portal.assistant_turns to portal_member, portal_staff, portal_admin;
grant update (settled, result) on portal.assistant_turns to portal_member, portal_staff, portal_admin;
