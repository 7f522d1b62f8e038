alter table portal.sales_sums enable row level security;
alter table portal.sales_sums force row level security;

-- A member sees sums of sales of the tenant that the session is in.
drop policy if exists member on portal.sales_sums;
create policy member on portal.sales_sums for select to portal_member using (tenant_id = (select auth.tenant()));
-- Staff see sums of sales of the tenants that they may look into.
drop policy if exists staff on portal.sales_sums;
create policy staff on portal.sales_sums for select to portal_staff
  using (tenant_id = any ((select auth.staff_tenants())::int[]));
-- An administrator sees sums of sales of every tenant, of the lines that nobody has claimed (-1) and of all together (0); the signature, not the role, opens this.
drop policy if exists administrator on portal.sales_sums;
create policy administrator on portal.sales_sums for select to portal_admin using ((select auth.is_admin()));
-- Only the functions that keep the sums, which run as the keeper, write them.
drop policy if exists keeper on portal.sales_sums;
create policy keeper on portal.sales_sums to portal_keeper using (true) with check (true);

grant select on portal.sales_sums to portal_member, portal_staff, portal_admin;
grant select, insert, update, delete on portal.sales_sums to portal_keeper;
