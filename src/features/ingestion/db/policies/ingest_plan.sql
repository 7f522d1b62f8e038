alter table portal.ingest_plan enable row level security;
alter table portal.ingest_plan force row level security;

-- Only upstream keys work with what becomes of the rows of a batch; each transaction with its own batch.
drop policy if exists upstream on portal.ingest_plan;
create policy upstream on portal.ingest_plan to portal_ingest
  using ((select auth.is_ingest())) with check ((select auth.is_ingest()));
-- The start of the server sweeps what a lost batch left.
drop policy if exists owner on portal.ingest_plan;
create policy owner on portal.ingest_plan to portal_owner using (true) with check (true);

grant select, insert, update, delete on portal.ingest_plan to portal_ingest;

-- Lines follow their order to its tenant (portal.carry_lines).
drop policy if exists keeper on portal.ingest_plan;
create policy keeper on portal.ingest_plan to portal_keeper using (true) with check (true);
grant select, insert, update, delete on portal.ingest_plan to portal_keeper;
