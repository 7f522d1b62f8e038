alter table portal.staff_tenants enable row level security;
alter table portal.staff_tenants force row level security;

-- Administrators see and change all assignments of staff.
drop policy if exists administrator on portal.staff_tenants;
create policy administrator on portal.staff_tenants to portal_admin
  using ((select auth.is_admin())) with check ((select auth.is_admin()));
-- The context functions and the command line act as the owner.
drop policy if exists owner on portal.staff_tenants;
create policy owner on portal.staff_tenants to portal_owner using (true) with check (true);

grant select on portal.staff_tenants to portal_admin;
