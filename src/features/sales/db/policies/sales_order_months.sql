alter table portal.sales_order_months enable row level security;
alter table portal.sales_order_months force row level security;

-- Staff, who add up several tenants, see in which months their orders lie; a member has no use for them.
drop policy if exists staff on portal.sales_order_months;
create policy staff on portal.sales_order_months for select to portal_staff
  using (tenant_id = any ((select auth.staff_tenants())::int[]));
-- Only the functions that keep the sums, which run as the keeper, write them.
drop policy if exists keeper on portal.sales_order_months;
create policy keeper on portal.sales_order_months to portal_keeper using (true) with check (true);

grant select on portal.sales_order_months to portal_staff;
grant select, insert, update, delete on portal.sales_order_months to portal_keeper;
