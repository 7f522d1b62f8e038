alter table portal.sales_lines enable row level security;
alter table portal.sales_lines force row level security;

-- A member sees sales lines of the tenant that the session is in.
drop policy if exists member on portal.sales_lines;
create policy member on portal.sales_lines for select to portal_member using (tenant_id = (select auth.tenant()));
-- Staff see sales lines of the tenants that they may look into; never those that nobody has claimed (tenant -1).
drop policy if exists staff on portal.sales_lines;
create policy staff on portal.sales_lines for select to portal_staff
  using (tenant_id > 0 and tenant_id = any ((select auth.staff_tenants())::int[]));
-- An administrator sees sales lines of every tenant and those that nobody has claimed; the signature, not the role, opens this.
drop policy if exists administrator on portal.sales_lines;
create policy administrator on portal.sales_lines for select to portal_admin using ((select auth.is_admin()));
-- An upstream key writes sales lines of every tenant and those that nobody has claimed, or of the tenant that it is bound to.
drop policy if exists upstream on portal.sales_lines;
create policy upstream on portal.sales_lines to portal_ingest
  using ((select auth.ingests_all()) or tenant_id = (select auth.ingest_tenant()))
  with check ((select auth.ingests_all()) or tenant_id = (select auth.ingest_tenant()));
-- The sums are counted from the lines; portal.move_client moves them between a tenant and those that nobody has claimed.
drop policy if exists keeper on portal.sales_lines;
create policy keeper on portal.sales_lines to portal_keeper using (true) with check (true);
-- SQL tools of the manufacturer read the clients' lines behind the source's views, once their login is switched on.
drop policy if exists legacy on portal.sales_lines;
create policy legacy on portal.sales_lines for select to portal_tables using (tenant_id > 0);

grant select on portal.sales_lines to portal_member, portal_staff, portal_admin, portal_tables;
grant select, insert, update, delete on portal.sales_lines to portal_ingest;
grant select, update on portal.sales_lines to portal_keeper;
grant usage on sequence portal.sales_line_ids to portal_ingest;
