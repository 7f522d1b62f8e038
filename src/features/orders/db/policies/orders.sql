alter table portal.orders enable row level security;
alter table portal.orders force row level security;

-- A member sees orders of the tenant that the session is in.
drop policy if exists member on portal.orders;
create policy member on portal.orders to portal_member
  using (tenant_id = (select auth.tenant())) with check (tenant_id = (select auth.tenant()));
-- Staff see orders of the tenants that they may look into.
drop policy if exists staff on portal.orders;
create policy staff on portal.orders to portal_staff
  using (tenant_id = any ((select auth.staff_tenants())::int[]))
  with check (tenant_id = any ((select auth.staff_tenants())::int[]));
-- An administrator sees orders of every tenant; the signature, not the role, opens this.
drop policy if exists administrator on portal.orders;
create policy administrator on portal.orders to portal_admin
  using ((select auth.is_admin())) with check ((select auth.is_admin()));
-- An upstream key writes orders of every tenant, or of the one that it is bound to.
drop policy if exists upstream on portal.orders;
create policy upstream on portal.orders to portal_ingest
  using ((select auth.ingests_all()) or tenant_id = (select auth.ingest_tenant()))
  with check ((select auth.ingests_all()) or tenant_id = (select auth.ingest_tenant()));

grant select on portal.orders to portal_member;
grant select on portal.orders to portal_staff;
grant select on portal.orders to portal_admin;
grant select, insert, update, delete on portal.orders to portal_ingest;
grant usage on sequence portal.order_ids to portal_ingest;

-- Search reads orders through portal.search_orders, which asks the context itself whose they are; portal.move_client moves them
-- to and from the unassigned ones.
drop policy if exists search on portal.orders;
drop policy if exists keeper on portal.orders;
create policy keeper on portal.orders to portal_keeper using (true) with check (true);
grant select, insert, update, delete on portal.orders to portal_keeper;

-- SQL tools of the manufacturer read all orders under the source's name, once their login is switched on.
drop policy if exists legacy on portal.orders;
create policy legacy on portal.orders for select to portal_tables using (true);
grant select on portal.orders to portal_tables;
