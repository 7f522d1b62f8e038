-- What the events of a shipment tell of it: the first that says that it was placed, processed, with its carrier, delivered, and
-- the last of all. A carrier that met an exception, or delivered, has it. Kept a statement at a time, as the keeper: who writes
-- events need not write shipments. A shipment comes, or moves to another tenant, before its events do; until they are there, it
-- knows of none.
create or replace function portal.tell_shipments() returns trigger
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp set enable_nestloop = on as $$
declare
  of_events boolean := tg_table_name = 'shipment_events';
  added text := 'select a.tenant_id, a.source_id, a.' || case when of_events then 'shipment_key' else 'source_key' end || ' as key from added a';
  told text;
  n bigint;
begin
  told := case
    when of_events then case tg_op
      when 'INSERT' then added
      when 'DELETE' then replace(added, 'added', 'removed')
      else added || ' union all ' || replace(added, 'added', 'removed') end
    when tg_op = 'INSERT' then added || ' where a.last_event_at is not null'
    else added || ' join removed r on r.id = a.id where r.tenant_id <> a.tenant_id' end;
  -- Executed, so that it is planned for as many rows as there are. Counted first: an update of nothing would call this again.
  execute format('select count(*) from (%s) c', told) into n;
  if n = 0 then return null; end if;
  -- Of shipments that came a moment ago the planner knows nothing: many are found at once, or each would be compared with all.
  if n > 1000 then set local enable_nestloop = off; end if;
  execute format($sql$
    update portal.shipments s
       set placed_at = e.placed_at, processed_at = e.processed_at, in_transit_at = e.in_transit_at, delivered_at = e.delivered_at,
           last_event_at = e.last_at, last_event = e.last_kind
      from (select distinct c.tenant_id, c.source_id, c.key from (%s) c) c
     cross join lateral (
       select min(e.happened_at) filter (where e.kind = 'placed') as placed_at,
              min(e.happened_at) filter (where e.kind = 'processed') as processed_at,
              min(e.happened_at) filter (where e.kind in ('in_transit', 'exception', 'delivered')) as in_transit_at,
              min(e.happened_at) filter (where e.kind = 'delivered') as delivered_at,
              max(e.happened_at) as last_at, (array_agg(e.kind order by e.happened_at desc, e.id desc))[1] as last_kind
         from portal.shipment_events e
        where e.tenant_id = c.tenant_id and e.source_id = c.source_id and e.shipment_key = c.key) e
     where s.tenant_id = c.tenant_id and s.source_id = c.source_id and s.source_key = c.key
       and (s.placed_at, s.processed_at, s.in_transit_at, s.delivered_at, s.last_event_at, s.last_event)
           is distinct from (e.placed_at, e.processed_at, e.in_transit_at, e.delivered_at, e.last_at, e.last_kind)
  $sql$, told);
  return null;
end $$;
alter function portal.tell_shipments() owner to portal_keeper;
