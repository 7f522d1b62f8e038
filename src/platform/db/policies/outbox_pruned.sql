alter table portal.outbox_pruned enable row level security;
alter table portal.outbox_pruned force row level security;

-- Only the functions of the event reader, which run as the keeper, read it and move it on.
drop policy if exists keeper on portal.outbox_pruned;
create policy keeper on portal.outbox_pruned to portal_keeper using (true) with check (true);

grant select, update on portal.outbox_pruned to portal_keeper;
