alter table portal.sales_pairs enable row level security;
alter table portal.sales_pairs force row level security;

-- A member sees sums of sales per item and customer of the tenant that the session is in.
drop policy if exists member on portal.sales_pairs;
create policy member on portal.sales_pairs for select to portal_member using (tenant_id = (select auth.tenant()));
-- Staff see sums of sales per item and customer of the tenants that they may look into.
drop policy if exists staff on portal.sales_pairs;
create policy staff on portal.sales_pairs for select to portal_staff
  using (tenant_id = any ((select auth.staff_tenants())::int[]));
-- An administrator sees sums of sales per item and customer of every tenant and of the lines that nobody has claimed (-1); the signature, not the role, opens this.
drop policy if exists administrator on portal.sales_pairs;
create policy administrator on portal.sales_pairs for select to portal_admin using ((select auth.is_admin()));
-- Only the functions that keep the sums, which run as the keeper, write them.
drop policy if exists keeper on portal.sales_pairs;
create policy keeper on portal.sales_pairs to portal_keeper using (true) with check (true);

grant select on portal.sales_pairs to portal_member, portal_staff, portal_admin;
grant select, insert, update, delete on portal.sales_pairs to portal_keeper;
