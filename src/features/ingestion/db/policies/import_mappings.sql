alter table portal.import_mappings enable row level security;
alter table portal.import_mappings force row level security;

-- An upstream key reads and saves those of its source; the ingestion code asks for its own alone.
drop policy if exists upstream on portal.import_mappings;
create policy upstream on portal.import_mappings to portal_ingest
  using ((select auth.is_ingest())) with check ((select auth.is_ingest()));
-- Administrators save and delete them.
drop policy if exists administrator on portal.import_mappings;
create policy administrator on portal.import_mappings to portal_admin
  using ((select auth.is_admin())) with check ((select auth.is_admin()));
-- The command line acts as the owner.
drop policy if exists owner on portal.import_mappings;
create policy owner on portal.import_mappings to portal_owner using (true) with check (true);

grant select, insert, update, delete on portal.import_mappings to portal_ingest, portal_admin;
