alter table portal.conversation_messages enable row level security;
alter table portal.conversation_messages force row level security;

-- A member reads messages of conversations of the tenant that the session is in.
drop policy if exists member on portal.conversation_messages;
create policy member on portal.conversation_messages for select to portal_member using (tenant_id = (select auth.tenant()));
-- Staff read messages of conversations of the tenants that they may look into.
drop policy if exists staff on portal.conversation_messages;
create policy staff on portal.conversation_messages for select to portal_staff using (tenant_id = any ((select auth.staff_tenants())::int[]));
-- An administrator reads all of them.
drop policy if exists administrator on portal.conversation_messages;
create policy administrator on portal.conversation_messages for select to portal_admin using ((select auth.is_admin()));
-- Functions write them as the keeper, and ask the context themselves whose they are.
drop policy if exists keeper on portal.conversation_messages;
create policy keeper on portal.conversation_messages to portal_keeper using (true) with check (true);

grant select on portal.conversation_messages to portal_member, portal_staff, portal_admin;
grant select, insert on portal.conversation_messages to portal_keeper;
