alter table portal.current_sales_repeated_orders enable row level security;
alter table portal.current_sales_repeated_orders force row level security;

-- A member sees sums of current sales of the tenant that the session is in.
drop policy if exists member on portal.current_sales_repeated_orders;
create policy member on portal.current_sales_repeated_orders for select to portal_member using (tenant_id = (select auth.tenant()));
-- Staff see sums of current sales of the tenants that they may look into.
drop policy if exists staff on portal.current_sales_repeated_orders;
create policy staff on portal.current_sales_repeated_orders for select to portal_staff
  using (tenant_id = any ((select auth.staff_tenants())::int[]));
-- An administrator sees sums of current sales of every tenant and of all together (tenant 0); the signature, not the role, opens this.
drop policy if exists administrator on portal.current_sales_repeated_orders;
create policy administrator on portal.current_sales_repeated_orders for select to portal_admin using ((select auth.is_admin()));
-- Only the functions that keep the sums, which run as the keeper, write them.
drop policy if exists keeper on portal.current_sales_repeated_orders;
create policy keeper on portal.current_sales_repeated_orders to portal_keeper using (true) with check (true);

grant select on portal.current_sales_repeated_orders to portal_member, portal_staff, portal_admin;
grant select, insert, update, delete on portal.current_sales_repeated_orders to portal_keeper;
