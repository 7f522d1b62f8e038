alter table portal.shipments enable row level security;
alter table portal.shipments force row level security;

-- A member sees shipments of the tenant that the session is in.
drop policy if exists member on portal.shipments;
create policy member on portal.shipments to portal_member
  using (tenant_id = (select auth.tenant())) with check (tenant_id = (select auth.tenant()));
-- Staff see shipments of the tenants that they may look into.
drop policy if exists staff on portal.shipments;
create policy staff on portal.shipments to portal_staff
  using (tenant_id = any ((select auth.staff_tenants())::int[]))
  with check (tenant_id = any ((select auth.staff_tenants())::int[]));
-- An administrator sees shipments of every tenant; the signature, not the role, opens this.
drop policy if exists administrator on portal.shipments;
create policy administrator on portal.shipments to portal_admin
  using ((select auth.is_admin())) with check ((select auth.is_admin()));
-- An upstream key writes shipments of every tenant, or of the one that it is bound to.
drop policy if exists upstream on portal.shipments;
create policy upstream on portal.shipments to portal_ingest
  using ((select auth.ingests_all()) or tenant_id = (select auth.ingest_tenant()))
  with check ((select auth.ingests_all()) or tenant_id = (select auth.ingest_tenant()));

grant select on portal.shipments to portal_member;
grant select on portal.shipments to portal_staff;
grant select on portal.shipments to portal_admin;
grant select, insert, update, delete on portal.shipments to portal_ingest;
grant usage on sequence portal.shipment_ids to portal_ingest;

-- Events tell what is known of them (portal.tell_shipments); search reads them through portal.search_shipments, which asks the
-- context itself whose they are; portal.move_client moves them to and from the unassigned ones.
drop policy if exists keeper on portal.shipments;
create policy keeper on portal.shipments to portal_keeper using (true) with check (true);
grant select, insert, update, delete on portal.shipments to portal_keeper;
