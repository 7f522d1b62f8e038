alter table portal.conversation_notes enable row level security;
alter table portal.conversation_notes force row level security;

-- No member reads them: there is no policy and no grant for it.
-- Staff read notes of the staff of the tenants that they may look into.
drop policy if exists staff on portal.conversation_notes;
create policy staff on portal.conversation_notes for select to portal_staff using (tenant_id = any ((select auth.staff_tenants())::int[]));
-- An administrator reads all of them.
drop policy if exists administrator on portal.conversation_notes;
create policy administrator on portal.conversation_notes for select to portal_admin using ((select auth.is_admin()));
-- Functions write them as the keeper, and ask the context themselves whose they are.
drop policy if exists keeper on portal.conversation_notes;
create policy keeper on portal.conversation_notes to portal_keeper using (true) with check (true);

grant select on portal.conversation_notes to portal_staff, portal_admin;
grant select, insert on portal.conversation_notes to portal_keeper;
