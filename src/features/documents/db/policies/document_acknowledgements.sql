alter table portal.document_acknowledgements enable row level security;
alter table portal.document_acknowledgements force row level security;

-- A company's people see what was signed for it, and sign for it themselves.
drop policy if exists member on portal.document_acknowledgements;
create policy member on portal.document_acknowledgements to portal_member
  using (tenant_id = (select auth.tenant())) with check (tenant_id = (select auth.tenant()));
-- Staff see it of the companies that they may look into.
drop policy if exists staff on portal.document_acknowledgements;
create policy staff on portal.document_acknowledgements for select to portal_staff
  using (tenant_id = any ((select auth.staff_tenants())::int[]));
-- Administrators see all of it.
drop policy if exists administrator on portal.document_acknowledgements;
create policy administrator on portal.document_acknowledgements for select to portal_admin using ((select auth.is_admin()));

-- What somebody has signed is not removed (portal.remove_document).
drop policy if exists keeper on portal.document_acknowledgements;
create policy keeper on portal.document_acknowledgements for select to portal_keeper using (true);

grant select, insert on portal.document_acknowledgements to portal_member;
grant select on portal.document_acknowledgements to portal_staff, portal_admin;
grant select on portal.document_acknowledgements to portal_keeper;
