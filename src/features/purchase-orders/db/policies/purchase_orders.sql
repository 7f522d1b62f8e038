alter table portal.purchase_orders enable row level security;
alter table portal.purchase_orders force row level security;

-- A member works with purchase orders of the tenant that the session is in.
drop policy if exists member on portal.purchase_orders;
create policy member on portal.purchase_orders to portal_member
  using (tenant_id = (select auth.tenant())) with check (tenant_id = (select auth.tenant()));
-- Staff work with those of the tenants that they may look into.
drop policy if exists staff on portal.purchase_orders;
create policy staff on portal.purchase_orders to portal_staff
  using (tenant_id = any ((select auth.staff_tenants())::int[]))
  with check (tenant_id = any ((select auth.staff_tenants())::int[]));
-- An administrator works with those of every tenant; the signature, not the role, opens this.
drop policy if exists administrator on portal.purchase_orders;
create policy administrator on portal.purchase_orders to portal_admin
  using ((select auth.is_admin())) with check ((select auth.is_admin()));
-- An upstream key that may collect collects those of every tenant, or of the one that it is bound to.
drop policy if exists upstream on portal.purchase_orders;
create policy upstream on portal.purchase_orders to portal_ingest
  using ((select auth.collects_all()) or tenant_id = (select auth.collect_tenant()))
  with check ((select auth.collects_all()) or tenant_id = (select auth.collect_tenant()));
-- Orders that come of them are put in their place by functions that run as the keeper (portal.place_purchase_orders).
drop policy if exists keeper on portal.purchase_orders;
create policy keeper on portal.purchase_orders to portal_keeper using (true) with check (true);

grant select, insert, update, delete on portal.purchase_orders to portal_member, portal_staff, portal_admin;
grant select on portal.purchase_orders to portal_ingest;
grant update (acknowledged_version, acknowledged_at) on portal.purchase_orders to portal_ingest;
grant usage on sequence portal.purchase_order_ids to portal_member, portal_staff, portal_admin;
-- The demo's are made as the keeper (portal.seed_purchase_orders).
grant select, insert, update on portal.purchase_orders to portal_keeper;
grant usage on sequence portal.purchase_order_ids to portal_keeper;
