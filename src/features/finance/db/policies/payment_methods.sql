alter table portal.payment_methods enable row level security;
alter table portal.payment_methods force row level security;

-- A member sees the cards that their tenant pays with.
drop policy if exists member on portal.payment_methods;
create policy member on portal.payment_methods for select to portal_member using (tenant_id = (select auth.tenant()));
-- Staff see it of the tenants that they may look into.
drop policy if exists staff on portal.payment_methods;
create policy staff on portal.payment_methods for select to portal_staff
  using (tenant_id = any ((select auth.staff_tenants())::int[]));
-- An administrator sees it of every tenant.
drop policy if exists administrator on portal.payment_methods;
create policy administrator on portal.payment_methods for select to portal_admin using ((select auth.is_admin()));
-- Written by functions alone, which ask the context whose it is (src/features/finance/db/functions/payment_methods.sql).
drop policy if exists keeper on portal.payment_methods;
create policy keeper on portal.payment_methods to portal_keeper using (true) with check (true);

grant select on portal.payment_methods to portal_member, portal_staff, portal_admin;
grant select, insert, update on portal.payment_methods to portal_keeper;
grant usage on sequence portal.payment_method_ids to portal_keeper;
