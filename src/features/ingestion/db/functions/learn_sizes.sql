-- After many rows came: statistics of the tables that have none or have grown eightfold since. Until the autovacuum comes by,
-- any index would seem as good as another: a question for one month reads a client's whole history, and the next batch finds each
-- of its rows among all of the client's. Some hundred rows need none.
create or replace function portal.learn_sizes() returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  of_table regclass;
begin
  -- One at a time: the others find nothing left to do.
  if not pg_try_advisory_xact_lock(hashtext('portal.learn_sizes')) then return; end if;
  for of_table in
    select c.oid from pg_class c
     where c.relnamespace = 'portal'::regnamespace and c.relkind = 'r' and c.relpersistence = 'p'
       and pg_relation_size(c.oid) > 4 * 8192 and (c.reltuples < 0 or pg_relation_size(c.oid) > 8 * 8192 * c.relpages::bigint)
  loop
    execute format('analyze %s', of_table);
  end loop;
end $$;
grant execute on function portal.learn_sizes() to portal_ingest, portal_keeper;
