alter table portal.purchase_order_files enable row level security;
alter table portal.purchase_order_files force row level security;

-- A member works with files of purchase orders of the tenant that the session is in.
drop policy if exists member on portal.purchase_order_files;
create policy member on portal.purchase_order_files to portal_member
  using (tenant_id = (select auth.tenant())) with check (tenant_id = (select auth.tenant()));
-- Staff work with those of the tenants that they may look into.
drop policy if exists staff on portal.purchase_order_files;
create policy staff on portal.purchase_order_files to portal_staff
  using (tenant_id = any ((select auth.staff_tenants())::int[]))
  with check (tenant_id = any ((select auth.staff_tenants())::int[]));
-- An administrator works with those of every tenant; the signature, not the role, opens this.
drop policy if exists administrator on portal.purchase_order_files;
create policy administrator on portal.purchase_order_files to portal_admin
  using ((select auth.is_admin())) with check ((select auth.is_admin()));
-- What a scanner said of them is kept and told by functions that run as the keeper.
drop policy if exists keeper on portal.purchase_order_files;
create policy keeper on portal.purchase_order_files for select to portal_keeper using (true);
-- The sweeper sees which files are still of use.
drop policy if exists owner on portal.purchase_order_files;
create policy owner on portal.purchase_order_files for select to portal_owner using (true);

grant select, insert, delete on portal.purchase_order_files to portal_member, portal_staff, portal_admin;
grant select on portal.purchase_order_files to portal_keeper;
