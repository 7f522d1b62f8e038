alter table portal.invoice_drafts enable row level security;
alter table portal.invoice_drafts force row level security;

-- Staff write drafts for the tenants that they may look into; members see an invoice once it is issued.
drop policy if exists staff on portal.invoice_drafts;
create policy staff on portal.invoice_drafts to portal_staff
  using (tenant_id = any ((select auth.staff_tenants())::int[]))
  with check (tenant_id = any ((select auth.staff_tenants())::int[]));
-- An administrator writes them for every tenant.
drop policy if exists administrator on portal.invoice_drafts;
create policy administrator on portal.invoice_drafts to portal_admin
  using ((select auth.is_admin())) with check ((select auth.is_admin()));
-- portal.issue_invoice turns one into an invoice.
drop policy if exists keeper on portal.invoice_drafts;
create policy keeper on portal.invoice_drafts to portal_keeper using (true) with check (true);

grant select, insert, update, delete on portal.invoice_drafts to portal_staff, portal_admin;
grant usage on sequence portal.invoice_draft_ids to portal_staff, portal_admin;
grant select, update, delete on portal.invoice_drafts to portal_keeper;
