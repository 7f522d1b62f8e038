alter table portal.ingest_batches enable row level security;
alter table portal.ingest_batches force row level security;

-- An upstream key works with the batches that it sent.
drop policy if exists upstream on portal.ingest_batches;
create policy upstream on portal.ingest_batches to portal_ingest
  using ((select auth.is_ingest()) and key_id::text = (select auth.actor()))
  with check ((select auth.is_ingest()) and key_id::text = (select auth.actor()));
-- Administrators read batches.
drop policy if exists administrator on portal.ingest_batches;
create policy administrator on portal.ingest_batches to portal_admin
  using ((select auth.is_admin())) with check ((select auth.is_admin()));
-- The command line acts as the owner.
drop policy if exists owner on portal.ingest_batches;
create policy owner on portal.ingest_batches to portal_owner using (true) with check (true);

grant select on portal.ingest_batches to portal_admin;
grant select, insert, update on portal.ingest_batches to portal_ingest;
