alter table portal.conversations enable row level security;
alter table portal.conversations force row level security;

-- A member reads conversations of the tenant that the session is in.
drop policy if exists member on portal.conversations;
create policy member on portal.conversations for select to portal_member using (tenant_id = (select auth.tenant()));
-- Staff read conversations of the tenants that they may look into.
drop policy if exists staff on portal.conversations;
create policy staff on portal.conversations for select to portal_staff using (tenant_id = any ((select auth.staff_tenants())::int[]));
-- An administrator reads all of them.
drop policy if exists administrator on portal.conversations;
create policy administrator on portal.conversations for select to portal_admin using ((select auth.is_admin()));
-- Functions write them as the keeper, and ask the context themselves whose they are.
drop policy if exists keeper on portal.conversations;
create policy keeper on portal.conversations to portal_keeper using (true) with check (true);

grant select on portal.conversations to portal_member, portal_staff, portal_admin;
grant select, insert, update on portal.conversations to portal_keeper;
