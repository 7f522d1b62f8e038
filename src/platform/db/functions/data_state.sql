-- Everything that decides what a screen shows of these topics, but for the rights of who asks: the versions of the tenants'
-- data, the times of their feeds, and, of sales, where the reporting calendar of the day stands.
create or replace function portal.data_state(of_tenants int[], topics text[], today date) returns text
  language plpgsql stable set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan as $$
begin
  return (select coalesce(string_agg(v.tenant_id || v.topic || v.version, ' ' order by v.tenant_id, v.topic), '')
            from portal.data_versions v where v.tenant_id = any (of_tenants) and v.topic = any (topics))
    || ' ' || (select coalesce(string_agg(f.kind || extract(epoch from f.last_batch_at), ' ' order by f.kind), '') from portal.feeds f
             where (portal.ingest_kind(f.kind)).topic = any (topics))
    || ' ' || coalesce((select m.year || '-' || m.month from portal.newest_sales_month(today) m where 'sales' = any (topics)), '');
end $$;
grant execute on function portal.data_state(int[], text[], date) to portal_member, portal_staff, portal_admin, portal_keeper;

-- For requests that bring a tag, several at one look: who asks, and how the data of their tenant stand. Opens no context, for
-- whoever has the newest answer needs none. Says nothing of tokens without a running session and of who looks at several
-- tenants: they are asked one by one. `topics`: of each, with commas.
create or replace function portal.look_again(tokens text[], topics text[], days date[], out at int, out asker auth.asker, out state text)
  returns setof record language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  token text;
begin
  at := 0;
  foreach token in array tokens loop
    at := at + 1;
    asker := auth.asker_of(token);
    continue when asker.session_id is null or cardinality(asker.tenant_ids) is distinct from 1;
    state := portal.data_state(asker.tenant_ids, string_to_array(topics[at], ','), days[at]);
    return next;
  end loop;
end $$;
alter function portal.look_again(text[], text[], date[]) owner to portal_keeper;
grant execute on function portal.look_again(text[], text[], date[]) to portal_app;
