alter table portal.sales_shared_orders enable row level security;
alter table portal.sales_shared_orders force row level security;

-- Staff, who add up several tenants, see which orders of theirs other tenants have lines of, too; a member has no use for them.
drop policy if exists staff on portal.sales_shared_orders;
create policy staff on portal.sales_shared_orders for select to portal_staff
  using (tenant_id = any ((select auth.staff_tenants())::int[]));
-- Only the functions that keep the sums, which run as the keeper, write them.
drop policy if exists keeper on portal.sales_shared_orders;
create policy keeper on portal.sales_shared_orders to portal_keeper using (true) with check (true);

grant select on portal.sales_shared_orders to portal_staff;
grant select, insert, update, delete on portal.sales_shared_orders to portal_keeper;
