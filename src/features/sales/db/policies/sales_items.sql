alter table portal.sales_items enable row level security;
alter table portal.sales_items force row level security;

-- A member sees names of the items sold of the tenant that the session is in.
drop policy if exists member on portal.sales_items;
create policy member on portal.sales_items for select to portal_member using (tenant_id = (select auth.tenant()));
-- Staff see names of the items sold of the tenants that they may look into.
drop policy if exists staff on portal.sales_items;
create policy staff on portal.sales_items for select to portal_staff
  using (tenant_id = any ((select auth.staff_tenants())::int[]));
-- An administrator sees names of the items sold of every tenant, of the lines that nobody has claimed (-1) and of all together (0); the signature, not the role, opens this.
drop policy if exists administrator on portal.sales_items;
create policy administrator on portal.sales_items for select to portal_admin using ((select auth.is_admin()));
-- Only the functions that keep the sums, which run as the keeper, write them.
drop policy if exists keeper on portal.sales_items;
create policy keeper on portal.sales_items to portal_keeper using (true) with check (true);

grant select on portal.sales_items to portal_member, portal_staff, portal_admin;
grant select, insert, update, delete on portal.sales_items to portal_keeper;

-- SQL tools of the manufacturer read names of the items sold behind the source's views, once their login is switched on.
drop policy if exists legacy on portal.sales_items;
create policy legacy on portal.sales_items for select to portal_tables using (tenant_id > 0);
grant select on portal.sales_items to portal_tables;
