alter table portal.conversation_reads enable row level security;
alter table portal.conversation_reads force row level security;

-- A member reads how far conversations were read of the tenant that the session is in.
drop policy if exists member on portal.conversation_reads;
create policy member on portal.conversation_reads for select to portal_member using (tenant_id = (select auth.tenant()));
-- Staff read how far conversations were read of the tenants that they may look into.
drop policy if exists staff on portal.conversation_reads;
create policy staff on portal.conversation_reads for select to portal_staff using (tenant_id = any ((select auth.staff_tenants())::int[]));
-- An administrator reads all of them.
drop policy if exists administrator on portal.conversation_reads;
create policy administrator on portal.conversation_reads for select to portal_admin using ((select auth.is_admin()));
-- Functions write them as the keeper, and ask the context themselves whose they are.
drop policy if exists keeper on portal.conversation_reads;
create policy keeper on portal.conversation_reads to portal_keeper using (true) with check (true);
-- Nobody is told of what they have read already.
drop policy if exists owner on portal.conversation_reads;
create policy owner on portal.conversation_reads for select to portal_owner using (true);

grant select on portal.conversation_reads to portal_member, portal_staff, portal_admin;
grant select, insert, update on portal.conversation_reads to portal_keeper;
