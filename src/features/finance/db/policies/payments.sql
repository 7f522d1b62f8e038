alter table portal.payments enable row level security;
alter table portal.payments force row level security;

-- A member sees payments of the tenant that the session is in.
drop policy if exists member on portal.payments;
create policy member on portal.payments to portal_member
  using (tenant_id = (select auth.tenant())) with check (tenant_id = (select auth.tenant()));
-- Staff see payments of the tenants that they may look into.
drop policy if exists staff on portal.payments;
create policy staff on portal.payments to portal_staff
  using (tenant_id = any ((select auth.staff_tenants())::int[]))
  with check (tenant_id = any ((select auth.staff_tenants())::int[]));
-- An administrator sees payments of every tenant; the signature, not the role, opens this.
drop policy if exists administrator on portal.payments;
create policy administrator on portal.payments to portal_admin
  using ((select auth.is_admin())) with check ((select auth.is_admin()));
-- An upstream key writes payments of every tenant, or of the one that it is bound to.
drop policy if exists upstream on portal.payments;
create policy upstream on portal.payments to portal_ingest
  using ((select auth.ingests_all()) or tenant_id = (select auth.ingest_tenant()))
  with check ((select auth.ingests_all()) or tenant_id = (select auth.ingest_tenant()));

grant select on portal.payments to portal_member;
grant select on portal.payments to portal_staff;
grant select on portal.payments to portal_admin;
grant select, insert, update, delete on portal.payments to portal_ingest;
grant usage on sequence portal.payment_ids to portal_ingest;

-- What is paid of an invoice is read from them; portal.move_client moves them to and from the unassigned ones.
drop policy if exists keeper on portal.payments;
create policy keeper on portal.payments to portal_keeper using (true) with check (true);
grant select, insert, update, delete on portal.payments to portal_keeper;
