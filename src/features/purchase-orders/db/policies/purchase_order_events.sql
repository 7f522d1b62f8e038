alter table portal.purchase_order_events enable row level security;
alter table portal.purchase_order_events force row level security;

-- A member works with the history of purchase orders of the tenant that the session is in, but for what the staff alone know.
drop policy if exists member on portal.purchase_order_events;
create policy member on portal.purchase_order_events to portal_member
  using (tenant_id = (select auth.tenant()) and not staff_only)
  with check (tenant_id = (select auth.tenant()) and not staff_only);
-- Staff work with those of the tenants that they may look into.
drop policy if exists staff on portal.purchase_order_events;
create policy staff on portal.purchase_order_events to portal_staff
  using (tenant_id = any ((select auth.staff_tenants())::int[]))
  with check (tenant_id = any ((select auth.staff_tenants())::int[]));
-- An administrator works with those of every tenant; the signature, not the role, opens this.
drop policy if exists administrator on portal.purchase_order_events;
create policy administrator on portal.purchase_order_events to portal_admin
  using ((select auth.is_admin())) with check ((select auth.is_admin()));
-- That upstream has entered one is noted by functions that run as the keeper (portal.place_purchase_orders).
drop policy if exists keeper on portal.purchase_order_events;
create policy keeper on portal.purchase_order_events to portal_keeper using (true) with check (true);

grant select, insert on portal.purchase_order_events to portal_member, portal_staff, portal_admin;
grant usage on sequence portal.purchase_order_event_ids to portal_member, portal_staff, portal_admin, portal_keeper;
grant select, insert on portal.purchase_order_events to portal_keeper;
grant update (staff_only) on portal.purchase_order_events to portal_keeper;
