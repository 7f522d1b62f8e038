alter table portal.current_sales_shared_orders enable row level security;
alter table portal.current_sales_shared_orders force row level security;

-- Staff, who add up several tenants, see which sales order numbers of theirs occur elsewhere too; a member must not.
drop policy if exists staff on portal.current_sales_shared_orders;
create policy staff on portal.current_sales_shared_orders for select to portal_staff
  using (tenant_id = any ((select auth.staff_tenants())::int[]));
-- Only the functions that keep the sums, which run as the keeper, write them.
drop policy if exists keeper on portal.current_sales_shared_orders;
create policy keeper on portal.current_sales_shared_orders to portal_keeper using (true) with check (true);

grant select on portal.current_sales_shared_orders to portal_staff;
grant select, insert, delete on portal.current_sales_shared_orders to portal_keeper;
