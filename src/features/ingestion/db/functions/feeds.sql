-- Each kind of upstream data: when the last batch came, and how often one is expected (null: no expectation).
create or replace function portal.feed_states(out kind text, out topic text, out module text, out last_batch_at timestamptz, out expected_seconds int)
  returns setof record language sql stable set search_path = pg_catalog, pg_temp as $$
  select f.kind, k.topic, k.module, f.last_batch_at,
         case when e.kind is null then 93600 else e.expected_seconds end
    from portal.feeds f cross join portal.ingest_kind(f.kind) k left join portal.feed_expectations e on e.kind = f.kind
   order by f.kind
$$;
grant execute on function portal.feed_states() to portal_member, portal_staff, portal_admin;

-- The same for the watch that tells the operator.
create or replace function portal.watch_feeds(out kind text, out last_batch_at timestamptz, out expected_seconds int)
  returns setof record language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select s.kind, s.last_batch_at, s.expected_seconds from portal.feed_states() s
$$;
alter function portal.watch_feeds() owner to portal_keeper;
grant execute on function portal.feed_states() to portal_keeper;
grant execute on function portal.watch_feeds() to portal_events;
