alter table portal.rejected_rows enable row level security;
alter table portal.rejected_rows force row level security;

-- A batch puts its rows in, and the oldest of its source away. What is sealed it cannot read: that column is not granted.
drop policy if exists upstream on portal.rejected_rows;
create policy upstream on portal.rejected_rows to portal_ingest
  using ((select auth.is_ingest())) with check ((select auth.is_ingest()));
-- Administrators look at what was rejected.
drop policy if exists administrator on portal.rejected_rows;
create policy administrator on portal.rejected_rows to portal_admin
  using ((select auth.is_admin())) with check ((select auth.is_admin()));
-- The server sweeps what was kept long enough.
drop policy if exists owner on portal.rejected_rows;
create policy owner on portal.rejected_rows to portal_owner using (true) with check (true);

grant select (batch, source_id, bytes), insert, delete on portal.rejected_rows to portal_ingest;
grant select on portal.rejected_rows to portal_admin;
