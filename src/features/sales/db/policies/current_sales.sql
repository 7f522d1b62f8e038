alter table portal.current_sales enable row level security;
alter table portal.current_sales force row level security;

-- A member sees lines of current sales of the tenant that the session is in.
drop policy if exists member on portal.current_sales;
create policy member on portal.current_sales to portal_member
  using (tenant_id = (select auth.tenant())) with check (tenant_id = (select auth.tenant()));
-- Staff see lines of current sales of the tenants that they may look into.
drop policy if exists staff on portal.current_sales;
create policy staff on portal.current_sales to portal_staff
  using (tenant_id = any ((select auth.staff_tenants())::int[]))
  with check (tenant_id = any ((select auth.staff_tenants())::int[]));
-- An administrator sees lines of current sales of every tenant; the signature, not the role, opens this.
drop policy if exists administrator on portal.current_sales;
create policy administrator on portal.current_sales to portal_admin
  using ((select auth.is_admin())) with check ((select auth.is_admin()));
-- An upstream key writes lines of current sales of every tenant, or of the one that it is bound to.
drop policy if exists upstream on portal.current_sales;
create policy upstream on portal.current_sales to portal_ingest
  using ((select auth.ingests_all()) or tenant_id = (select auth.ingest_tenant()))
  with check ((select auth.ingests_all()) or tenant_id = (select auth.ingest_tenant()));

grant select on portal.current_sales to portal_member;
grant select on portal.current_sales to portal_staff;
grant select on portal.current_sales to portal_admin;
grant select, insert, update, delete on portal.current_sales to portal_ingest;
grant usage on sequence portal.current_sales_ids to portal_ingest;

-- The sums are counted from the lines; portal.move_client moves them to and from the unassigned ones.
drop policy if exists keeper on portal.current_sales;
create policy keeper on portal.current_sales to portal_keeper using (true) with check (true);
grant select, insert, delete on portal.current_sales to portal_keeper;

-- SQL tools of the manufacturer read all lines of current sales under the source's name, once their login is switched on.
drop policy if exists legacy on portal.current_sales;
create policy legacy on portal.current_sales for select to portal_tables using (true);
grant select on portal.current_sales to portal_tables;
