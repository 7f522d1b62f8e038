alter table portal.unassigned_invoices enable row level security;
alter table portal.unassigned_invoices force row level security;

-- Rows without a tenant are seen by administrators alone.
drop policy if exists administrator on portal.unassigned_invoices;
create policy administrator on portal.unassigned_invoices to portal_admin
  using ((select auth.is_admin())) with check ((select auth.is_admin()));
-- An upstream key that is bound to no tenant keeps them.
drop policy if exists upstream on portal.unassigned_invoices;
create policy upstream on portal.unassigned_invoices to portal_ingest
  using ((select auth.ingests_all())) with check ((select auth.ingests_all()));

grant select on portal.unassigned_invoices to portal_admin;
grant select, insert, update, delete on portal.unassigned_invoices to portal_ingest;

-- portal.move_client gives them to a tenant.
drop policy if exists keeper on portal.unassigned_invoices;
create policy keeper on portal.unassigned_invoices to portal_keeper using (true) with check (true);
grant select, insert, delete on portal.unassigned_invoices to portal_keeper;
