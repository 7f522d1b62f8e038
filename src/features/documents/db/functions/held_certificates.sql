-- Whether all of these lots that the asker has are ones that may not be used; null: the asker has none of them. Each is looked for by
-- itself: the policy of lots would read all that the asker has.
create or replace function portal.all_held(of_source smallint, of_lots text[], of_items text[]) returns boolean
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  seen int[] := auth.seen_tenants();
  everything boolean := auth.is_admin();
begin
  return (select bool_and(portal.is_held(x.state)) from unnest(of_lots, of_items) n (no, item)
            join portal.lots x on x.source_id = of_source and x.lot_no = n.no and x.item_no = n.item
           where (everything or (select true from portal.lot_access a where a.tenant_id = any (seen) and a.lot_id = x.id limit 1)));
end $$;
alter function portal.all_held(smallint, text[], text[]) owner to portal_keeper;
grant execute on function portal.all_held(smallint, text[], text[]) to portal_member, portal_staff, portal_admin;

-- How a document stands: `held` where it certifies lots of which none that the asker has may be used (E4). Such a document is
-- offered nowhere, whichever way leads to it; one that also certifies another lot of theirs stays, and that lot's state is its own.
-- What is held of a lot that the asker does not have is none of their concern.
create or replace function portal.document_standing(status text, expires_on date, type text, category text, lot_source smallint, lot_nos text[], lot_items text[])
  returns text language sql stable set search_path = pg_catalog, pg_temp as $$
  select case when s = 'available' and (type = 'coa' or category = 'certificate')
                and portal.all_held(lot_source, lot_nos, lot_items)
              then 'held' else s end
    from portal.document_status(status, expires_on) s
$$;
grant execute on function portal.document_standing(text, date, text, text, smallint, text[], text[]) to portal_member, portal_staff, portal_admin;

-- What the page of a lot is asked by: its number, or its id where another lot that the asker has bears the same one.
create or replace function portal.lot_address(of_lot bigint, lot_no text) returns text
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select case when exists (select from portal.lots o where o.lot_no = $2 and o.id <> $1) then 'id:' || $1 else $2 end
$$;
grant execute on function portal.lot_address(bigint, text) to portal_member, portal_staff, portal_admin;
