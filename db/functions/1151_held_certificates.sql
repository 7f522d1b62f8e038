-- How a document stands: `held` where it certifies lots of which none that the asker has may be used (E4). Such a document is
-- offered nowhere, whichever way leads to it; one that also certifies another lot of theirs stays, and that lot's state is its own.
-- Lots are read by the asker's own policies: what is held of a lot that they do not have is none of their concern.
create or replace function portal.document_standing(status text, expires_on date, type text, category text, lot_source smallint, lot_nos text[])
  returns text language sql stable set search_path = pg_catalog, pg_temp as $$
  select case when s = 'available' and (type = 'coa' or category = 'certificate')
                and (select bool_and(portal.is_held(x.state)) from portal.lots x where x.source_id = lot_source and x.lot_no = any (lot_nos))
              then 'held' else s end
    from portal.document_status(status, expires_on) s
$$;
grant execute on function portal.document_standing(text, date, text, text, smallint, text[]) to portal_member, portal_staff, portal_admin;

-- What the page of a lot is asked by: its number, or its id where another lot that the asker has bears the same one.
create or replace function portal.lot_address(of_lot bigint, lot_no text) returns text
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select case when exists (select from portal.lots o where o.lot_no = $2 and o.id <> $1) then 'id:' || $1 else $2 end
$$;
grant execute on function portal.lot_address(bigint, text) to portal_member, portal_staff, portal_admin;
