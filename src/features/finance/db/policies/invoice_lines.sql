alter table portal.invoice_lines enable row level security;
alter table portal.invoice_lines force row level security;

-- A member sees invoice lines of the tenant that the session is in.
drop policy if exists member on portal.invoice_lines;
create policy member on portal.invoice_lines to portal_member
  using (tenant_id = (select auth.tenant())) with check (tenant_id = (select auth.tenant()));
-- Staff see invoice lines of the tenants that they may look into.
drop policy if exists staff on portal.invoice_lines;
create policy staff on portal.invoice_lines to portal_staff
  using (tenant_id = any ((select auth.staff_tenants())::int[]))
  with check (tenant_id = any ((select auth.staff_tenants())::int[]));
-- An administrator sees invoice lines of every tenant; the signature, not the role, opens this.
drop policy if exists administrator on portal.invoice_lines;
create policy administrator on portal.invoice_lines to portal_admin
  using ((select auth.is_admin())) with check ((select auth.is_admin()));
-- An upstream key writes invoice lines of every tenant, or of the one that it is bound to.
drop policy if exists upstream on portal.invoice_lines;
create policy upstream on portal.invoice_lines to portal_ingest
  using ((select auth.ingests_all()) or tenant_id = (select auth.ingest_tenant()))
  with check ((select auth.ingests_all()) or tenant_id = (select auth.ingest_tenant()));

grant select on portal.invoice_lines to portal_member;
grant select on portal.invoice_lines to portal_staff;
grant select on portal.invoice_lines to portal_admin;
grant select, insert, update, delete on portal.invoice_lines to portal_ingest;
grant usage on sequence portal.invoice_line_ids to portal_ingest;

-- Lines follow their invoice to its tenant (portal.carry_lines).
drop policy if exists keeper on portal.invoice_lines;
create policy keeper on portal.invoice_lines to portal_keeper using (true) with check (true);
grant select, insert, update, delete on portal.invoice_lines to portal_keeper;
