alter table portal.assistant_settings enable row level security;
alter table portal.assistant_settings force row level security;

-- A member reads what their tenant chose; whoever may changes it (the endpoint asks for the permission).
drop policy if exists member on portal.assistant_settings;
create policy member on portal.assistant_settings to portal_member
  using (tenant_id = (select auth.tenant())) with check (tenant_id = (select auth.tenant()));
-- Staff read it of the tenants that they may look into.
drop policy if exists staff on portal.assistant_settings;
create policy staff on portal.assistant_settings for select to portal_staff
  using ((select auth.is_staff()) and tenant_id = any ((select auth.staff_tenants())::int[]));
-- Administrators read all of them.
drop policy if exists administrator on portal.assistant_settings;
create policy administrator on portal.assistant_settings for select to portal_admin using ((select auth.is_admin()));

grant select on portal.assistant_settings to portal_member, portal_staff, portal_admin;
grant insert, update on portal.assistant_settings to portal_member;
-- The demo lets one client's people speak.
drop policy if exists owner on portal.assistant_settings;
create policy owner on portal.assistant_settings to portal_owner using (true) with check (true);
