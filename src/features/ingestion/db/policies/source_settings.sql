alter table portal.source_settings enable row level security;
alter table portal.source_settings force row level security;

-- An upstream key reads how its source writes; the ingestion code asks for its own alone.
drop policy if exists upstream on portal.source_settings;
create policy upstream on portal.source_settings for select to portal_ingest using ((select auth.is_ingest()));
-- Administrators lay it down.
drop policy if exists administrator on portal.source_settings;
create policy administrator on portal.source_settings to portal_admin
  using ((select auth.is_admin())) with check ((select auth.is_admin()));
-- The command line acts as the owner.
drop policy if exists owner on portal.source_settings;
create policy owner on portal.source_settings to portal_owner using (true) with check (true);

grant select on portal.source_settings to portal_ingest;
grant select, insert, update on portal.source_settings to portal_admin;
