alter table portal.lot_access enable row level security;
alter table portal.lot_access force row level security;

-- A member knows which lots their tenant has access to.
drop policy if exists member on portal.lot_access;
create policy member on portal.lot_access for select to portal_member using (tenant_id = (select auth.tenant()));
-- Staff know it of the tenants that they may look into.
drop policy if exists staff on portal.lot_access;
create policy staff on portal.lot_access for select to portal_staff
  using (tenant_id = any ((select auth.staff_tenants())::int[]));
-- Administrators know it of every tenant.
drop policy if exists administrator on portal.lot_access;
create policy administrator on portal.lot_access for select to portal_admin using ((select auth.is_admin()));
-- It is kept from the lines of orders (portal.follow_order_lines).
drop policy if exists keeper on portal.lot_access;
create policy keeper on portal.lot_access to portal_keeper using (true) with check (true);

grant select on portal.lot_access to portal_member, portal_staff, portal_admin;
grant select, insert, delete on portal.lot_access to portal_keeper;
