alter table portal.order_lines enable row level security;
alter table portal.order_lines force row level security;

-- A member sees order lines of the tenant that the session is in.
drop policy if exists member on portal.order_lines;
create policy member on portal.order_lines to portal_member
  using (tenant_id = (select auth.tenant())) with check (tenant_id = (select auth.tenant()));
-- Staff see order lines of the tenants that they may look into.
drop policy if exists staff on portal.order_lines;
create policy staff on portal.order_lines to portal_staff
  using (tenant_id = any ((select auth.staff_tenants())::int[]))
  with check (tenant_id = any ((select auth.staff_tenants())::int[]));
-- An administrator sees order lines of every tenant; the signature, not the role, opens this.
drop policy if exists administrator on portal.order_lines;
create policy administrator on portal.order_lines to portal_admin
  using ((select auth.is_admin())) with check ((select auth.is_admin()));
-- An upstream key writes order lines of every tenant, or of the one that it is bound to.
drop policy if exists upstream on portal.order_lines;
create policy upstream on portal.order_lines to portal_ingest
  using ((select auth.ingests_all()) or tenant_id = (select auth.ingest_tenant()))
  with check ((select auth.ingests_all()) or tenant_id = (select auth.ingest_tenant()));

grant select on portal.order_lines to portal_member;
grant select on portal.order_lines to portal_staff;
grant select on portal.order_lines to portal_admin;
grant select, insert, update, delete on portal.order_lines to portal_ingest;
grant usage on sequence portal.order_line_ids to portal_ingest;

-- Lines follow their order to its tenant (portal.carry_lines).
drop policy if exists keeper on portal.order_lines;
create policy keeper on portal.order_lines to portal_keeper using (true) with check (true);
grant select, insert, update, delete on portal.order_lines to portal_keeper;
