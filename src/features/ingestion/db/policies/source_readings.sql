alter table portal.source_readings enable row level security;
alter table portal.source_readings force row level security;

-- What a batch finds out of how its source writes is kept with it; the ingestion code writes of its own alone.
drop policy if exists upstream on portal.source_readings;
create policy upstream on portal.source_readings to portal_ingest
  using ((select auth.is_ingest())) with check ((select auth.is_ingest()));
-- Administrators see it, and let it be forgotten.
drop policy if exists administrator on portal.source_readings;
create policy administrator on portal.source_readings to portal_admin
  using ((select auth.is_admin())) with check ((select auth.is_admin()));
-- The command line acts as the owner.
drop policy if exists owner on portal.source_readings;
create policy owner on portal.source_readings to portal_owner using (true) with check (true);

grant select, insert, update on portal.source_readings to portal_ingest;
grant select, delete on portal.source_readings to portal_admin;
