-- The lots that a term finds, or that stand so, among those of whoever asks: for their list and its count (E4). LIKE is not leakproof,
-- so under row-level security it could not use the trigram index, and every lot of everybody was compared: this reads as the keeper
-- and asks the context itself. A term finds a lot by its number and its item, and by the names of a product that the asker sees.
create or replace function portal.find_lots(term text, of_state text) returns setof bigint
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  patterns text[] := portal.search_patterns(term);
  seen int[] := auth.seen_tenants();
  today date := portal.today();
begin
  if seen is null and not auth.is_admin() then return; end if;
  if term is null then
    return query select x.id from portal.lots x
     where (of_state is null or portal.lot_state(x.state, x.expires_on, today) = of_state)
       and (seen is null or exists (select from portal.lot_access a where a.tenant_id = any (seen) and a.lot_id = x.id));
  else
    return query
      select x.id from portal.lots x
       where lower(x.search_text) like any (patterns) and (of_state is null or portal.lot_state(x.state, x.expires_on, today) = of_state)
         and (seen is null or exists (select from portal.lot_access a where a.tenant_id = any (seen) and a.lot_id = x.id))
      union
      select x.id from portal.products p join portal.lots x on x.source_id = p.source_id and x.item_no = p.item_no
       where lower(p.search_text) like any (patterns) and (of_state is null or portal.lot_state(x.state, x.expires_on, today) = of_state)
         and (seen is null or exists (select from portal.product_access a where a.tenant_id = any (seen) and a.product_id = p.id))
         and (seen is null or exists (select from portal.lot_access a where a.tenant_id = any (seen) and a.lot_id = x.id));
  end if;
end $$;
alter function portal.find_lots(text, text) owner to portal_keeper;
grant execute on function portal.find_lots(text, text) to portal_member, portal_staff, portal_admin;
