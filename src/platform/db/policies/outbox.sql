alter table portal.outbox enable row level security;
alter table portal.outbox force row level security;

-- People write events through portal.emit, which runs as the keeper and checks whose they are.
drop policy if exists keeper on portal.outbox;
create policy keeper on portal.outbox to portal_keeper using (true) with check (true);
-- An upstream key writes events of every tenant, or of the one that it is bound to.
drop policy if exists upstream on portal.outbox;
create policy upstream on portal.outbox for insert to portal_ingest
  with check ((select auth.ingests_all()) or tenant_id = (select auth.ingest_tenant()));

grant select, insert, delete on portal.outbox to portal_keeper;
grant insert on portal.outbox to portal_ingest;
