alter table portal.document_request_acts enable row level security;
alter table portal.document_request_acts force row level security;

-- A member reads the record of requests of the tenant that the session is in.
drop policy if exists member on portal.document_request_acts;
create policy member on portal.document_request_acts for select to portal_member using (tenant_id = (select auth.tenant()));
-- Staff read the record of requests of the tenants that they may look into.
drop policy if exists staff on portal.document_request_acts;
create policy staff on portal.document_request_acts for select to portal_staff using (tenant_id = any ((select auth.staff_tenants())::int[]));
-- An administrator reads all of them.
drop policy if exists administrator on portal.document_request_acts;
create policy administrator on portal.document_request_acts for select to portal_admin using ((select auth.is_admin()));
-- Functions write them as the keeper, and ask the context themselves whose they are.
drop policy if exists keeper on portal.document_request_acts;
create policy keeper on portal.document_request_acts to portal_keeper using (true) with check (true);

grant select on portal.document_request_acts to portal_member, portal_staff, portal_admin;
grant select, insert on portal.document_request_acts to portal_keeper;
