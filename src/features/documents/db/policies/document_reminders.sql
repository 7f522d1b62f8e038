alter table portal.document_reminders enable row level security;
alter table portal.document_reminders force row level security;

-- The function that reminds keeps it, and nobody else.
drop policy if exists keeper on portal.document_reminders;
create policy keeper on portal.document_reminders to portal_keeper using (true) with check (true);

grant select, insert on portal.document_reminders to portal_keeper;
