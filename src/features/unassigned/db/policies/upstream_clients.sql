alter table portal.upstream_clients enable row level security;
alter table portal.upstream_clients force row level security;

-- Upstream keys work with which client code belongs to whom; the ingestion code limits a bound key to its own.
drop policy if exists upstream on portal.upstream_clients;
create policy upstream on portal.upstream_clients to portal_ingest
  using ((select auth.is_ingest())) with check ((select auth.is_ingest()));
-- Administrators decide which client code belongs to whom.
drop policy if exists administrator on portal.upstream_clients;
create policy administrator on portal.upstream_clients to portal_admin
  using ((select auth.is_admin())) with check ((select auth.is_admin()));
-- The command line acts as the owner.
drop policy if exists owner on portal.upstream_clients;
create policy owner on portal.upstream_clients to portal_owner using (true) with check (true);

grant select, insert, delete on portal.upstream_clients to portal_admin;
grant select on portal.upstream_clients to portal_ingest;
