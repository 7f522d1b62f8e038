alter table portal.sales_shared_invoices enable row level security;
alter table portal.sales_shared_invoices force row level security;

-- Staff, who add up several tenants, see which invoice numbers of theirs occur elsewhere too; a member must not.
drop policy if exists staff on portal.sales_shared_invoices;
create policy staff on portal.sales_shared_invoices for select to portal_staff
  using (tenant_id = any ((select auth.staff_tenants())::int[]));
-- Only the functions that keep the sums, which run as the keeper, write them.
drop policy if exists keeper on portal.sales_shared_invoices;
create policy keeper on portal.sales_shared_invoices to portal_keeper using (true) with check (true);

grant select on portal.sales_shared_invoices to portal_staff;
grant select, insert, delete on portal.sales_shared_invoices to portal_keeper;
