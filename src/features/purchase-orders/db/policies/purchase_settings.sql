alter table portal.purchase_settings enable row level security;
alter table portal.purchase_settings force row level security;

-- A member works with how purchase orders are handled of the tenant that the session is in.
drop policy if exists member on portal.purchase_settings;
create policy member on portal.purchase_settings to portal_member
  using (tenant_id = (select auth.tenant())) with check (tenant_id = (select auth.tenant()));
-- Staff work with those of the tenants that they may look into.
drop policy if exists staff on portal.purchase_settings;
create policy staff on portal.purchase_settings to portal_staff
  using (tenant_id = any ((select auth.staff_tenants())::int[]))
  with check (tenant_id = any ((select auth.staff_tenants())::int[]));
-- An administrator works with those of every tenant; the signature, not the role, opens this.
drop policy if exists administrator on portal.purchase_settings;
create policy administrator on portal.purchase_settings to portal_admin
  using ((select auth.is_admin())) with check ((select auth.is_admin()));

-- The demo's numbers and addresses (portal.seed_purchase_orders).
drop policy if exists keeper on portal.purchase_settings;
create policy keeper on portal.purchase_settings to portal_keeper using (true) with check (true);

grant select, insert, update on portal.purchase_settings to portal_keeper;
grant select, insert, update on portal.purchase_settings to portal_member, portal_staff, portal_admin;
