alter table portal.purchase_order_lines enable row level security;
alter table portal.purchase_order_lines force row level security;

-- A member works with lines of purchase orders of the tenant that the session is in.
drop policy if exists member on portal.purchase_order_lines;
create policy member on portal.purchase_order_lines to portal_member
  using (tenant_id = (select auth.tenant())) with check (tenant_id = (select auth.tenant()));
-- Staff work with those of the tenants that they may look into.
drop policy if exists staff on portal.purchase_order_lines;
create policy staff on portal.purchase_order_lines to portal_staff
  using (tenant_id = any ((select auth.staff_tenants())::int[]))
  with check (tenant_id = any ((select auth.staff_tenants())::int[]));
-- An administrator works with those of every tenant; the signature, not the role, opens this.
drop policy if exists administrator on portal.purchase_order_lines;
create policy administrator on portal.purchase_order_lines to portal_admin
  using ((select auth.is_admin())) with check ((select auth.is_admin()));
-- An upstream key that may collect collects those of every tenant, or of the one that it is bound to.
drop policy if exists upstream on portal.purchase_order_lines;
create policy upstream on portal.purchase_order_lines for select to portal_ingest
  using ((select auth.collects_all()) or tenant_id = (select auth.collect_tenant()));
-- A pending order takes its lines from them (portal.place_purchase_orders).
drop policy if exists keeper on portal.purchase_order_lines;
create policy keeper on portal.purchase_order_lines to portal_keeper using (true) with check (true);

grant select, insert, update, delete on portal.purchase_order_lines to portal_member, portal_staff, portal_admin;
grant select on portal.purchase_order_lines to portal_ingest;
-- And with an acceptance its prices are kept (portal.release_acceptances).
grant select, insert, update on portal.purchase_order_lines to portal_keeper;
