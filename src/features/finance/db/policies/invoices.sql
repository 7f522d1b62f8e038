alter table portal.invoices enable row level security;
alter table portal.invoices force row level security;

-- A member sees invoices of the tenant that the session is in.
drop policy if exists member on portal.invoices;
create policy member on portal.invoices to portal_member
  using (tenant_id = (select auth.tenant())) with check (tenant_id = (select auth.tenant()));
-- Staff see invoices of the tenants that they may look into.
drop policy if exists staff on portal.invoices;
create policy staff on portal.invoices to portal_staff
  using (tenant_id = any ((select auth.staff_tenants())::int[]))
  with check (tenant_id = any ((select auth.staff_tenants())::int[]));
-- An administrator sees invoices of every tenant; the signature, not the role, opens this.
drop policy if exists administrator on portal.invoices;
create policy administrator on portal.invoices to portal_admin
  using ((select auth.is_admin())) with check ((select auth.is_admin()));
-- An upstream key writes invoices of every tenant, or of the one that it is bound to.
drop policy if exists upstream on portal.invoices;
create policy upstream on portal.invoices to portal_ingest
  using ((select auth.ingests_all()) or tenant_id = (select auth.ingest_tenant()))
  with check ((select auth.ingests_all()) or tenant_id = (select auth.ingest_tenant()));

grant select on portal.invoices to portal_member;
grant select on portal.invoices to portal_staff;
grant select on portal.invoices to portal_admin;
grant select, insert, update, delete on portal.invoices to portal_ingest;
grant usage on sequence portal.invoice_ids to portal_ingest;

-- Payments set what is paid of them (portal.apply_payments); search reads them through portal.search_invoices, which asks the
-- context itself whose they are; portal.move_client moves them to and from the unassigned ones.
drop policy if exists keeper on portal.invoices;
create policy keeper on portal.invoices to portal_keeper using (true) with check (true);
grant select, insert, update, delete on portal.invoices to portal_keeper;
