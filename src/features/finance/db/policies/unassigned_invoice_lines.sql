alter table portal.unassigned_invoice_lines enable row level security;
alter table portal.unassigned_invoice_lines force row level security;

-- Rows without a tenant are seen by administrators alone.
drop policy if exists administrator on portal.unassigned_invoice_lines;
create policy administrator on portal.unassigned_invoice_lines to portal_admin
  using ((select auth.is_admin())) with check ((select auth.is_admin()));
-- An upstream key that is bound to no tenant keeps them.
drop policy if exists upstream on portal.unassigned_invoice_lines;
create policy upstream on portal.unassigned_invoice_lines to portal_ingest
  using ((select auth.ingests_all())) with check ((select auth.ingests_all()));

grant select on portal.unassigned_invoice_lines to portal_admin;
grant select, insert, update, delete on portal.unassigned_invoice_lines to portal_ingest;

-- They follow their invoice (portal.carry_lines).
drop policy if exists keeper on portal.unassigned_invoice_lines;
create policy keeper on portal.unassigned_invoice_lines to portal_keeper using (true) with check (true);
grant select, insert, delete on portal.unassigned_invoice_lines to portal_keeper;
