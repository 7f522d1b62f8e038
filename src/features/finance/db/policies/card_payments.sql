alter table portal.card_payments enable row level security;
alter table portal.card_payments force row level security;

-- A member sees what their tenant pays by card.
drop policy if exists member on portal.card_payments;
create policy member on portal.card_payments for select to portal_member using (tenant_id = (select auth.tenant()));
-- Staff see it of the tenants that they may look into.
drop policy if exists staff on portal.card_payments;
create policy staff on portal.card_payments for select to portal_staff
  using (tenant_id = any ((select auth.staff_tenants())::int[]));
-- An administrator sees it of every tenant.
drop policy if exists administrator on portal.card_payments;
create policy administrator on portal.card_payments for select to portal_admin using ((select auth.is_admin()));
-- Written by functions alone, which ask the context whose it is (src/features/finance/db/functions/card_payments.sql).
drop policy if exists keeper on portal.card_payments;
create policy keeper on portal.card_payments to portal_keeper using (true) with check (true);

grant select on portal.card_payments to portal_member, portal_staff, portal_admin;
grant select, insert, update on portal.card_payments to portal_keeper;
