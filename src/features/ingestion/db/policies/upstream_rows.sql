alter table portal.upstream_rows enable row level security;
alter table portal.upstream_rows force row level security;

-- Upstream keys work with the register of upstream rows; the ingestion code limits a bound key to its own.
drop policy if exists upstream on portal.upstream_rows;
create policy upstream on portal.upstream_rows to portal_ingest
  using ((select auth.is_ingest())) with check ((select auth.is_ingest()));
-- Administrators read the register of upstream rows.
drop policy if exists administrator on portal.upstream_rows;
create policy administrator on portal.upstream_rows to portal_admin
  using ((select auth.is_admin())) with check ((select auth.is_admin()));
-- The command line acts as the owner.
drop policy if exists owner on portal.upstream_rows;
create policy owner on portal.upstream_rows to portal_owner using (true) with check (true);

grant select on portal.upstream_rows to portal_admin;
grant select, insert, update, delete on portal.upstream_rows to portal_ingest;

-- Lines follow their order to its tenant (portal.carry_lines).
drop policy if exists keeper on portal.upstream_rows;
create policy keeper on portal.upstream_rows to portal_keeper using (true) with check (true);
-- And documents are brought by portal.land_document.
grant select, insert, update, delete on portal.upstream_rows to portal_keeper;
