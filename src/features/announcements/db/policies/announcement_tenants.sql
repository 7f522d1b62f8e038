alter table portal.announcement_tenants enable row level security;
alter table portal.announcement_tenants force row level security;

-- Whom an announcement is for: a member knows it of their tenant.
drop policy if exists member on portal.announcement_tenants;
create policy member on portal.announcement_tenants for select to portal_member using (tenant_id = (select auth.tenant()));
-- Staff know it of the tenants that they may look into.
drop policy if exists staff on portal.announcement_tenants;
create policy staff on portal.announcement_tenants for select to portal_staff
  using ((select auth.is_staff()) and tenant_id = any ((select auth.staff_tenants())::int[]));
-- Administrators decide it.
drop policy if exists administrator on portal.announcement_tenants;
create policy administrator on portal.announcement_tenants to portal_admin
  using ((select auth.is_admin())) with check ((select auth.is_admin()));

grant select on portal.announcement_tenants to portal_member, portal_staff;
grant select, insert, delete on portal.announcement_tenants to portal_admin;
