alter table portal.staged_shipment_events enable row level security;
alter table portal.staged_shipment_events force row level security;

-- Only upstream keys work with shipment events that are being received; each transaction with its own batch.
drop policy if exists upstream on portal.staged_shipment_events;
create policy upstream on portal.staged_shipment_events to portal_ingest
  using ((select auth.is_ingest())) with check ((select auth.is_ingest()));
-- The start of the server sweeps what a lost batch left.
drop policy if exists owner on portal.staged_shipment_events;
create policy owner on portal.staged_shipment_events to portal_owner using (true) with check (true);

grant select, insert, update, delete on portal.staged_shipment_events to portal_ingest;
