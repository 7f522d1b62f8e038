-- From lots to their documents, and to what may not be offered, for whoever asks. That a list contains a number is not leakproof, so
-- under row-level security it could not use the index, and every document was compared with each lot: these read as the keeper and
-- ask the context themselves. What is read of a document is up to its own policies, afterwards.

-- The documents of one lot: its source, its number and its item; null for a number that no lot bears yet.
create or replace function portal.documents_of_lot(of_source smallint, of_lot text, of_item text) returns setof int
  language plpgsql stable security definer rows 3 set search_path = pg_catalog, pg_temp as $$
declare
  seen int[] := auth.seen_tenants();
  everything boolean := auth.is_admin();
begin
  return query
    select d.id from portal.documents d
     where d.lot_nos <> '{}' and d.lot_nos @> array[of_lot] and d.lot_source = of_source
       and exists (select from unnest(d.lot_nos, d.lot_items) n (no, item) where n.no = of_lot and n.item is not distinct from of_item)
       and (everything or exists (select from portal.document_access a where a.tenant_id = any (seen) and a.document_id = d.id));
end $$;

-- The lots that may not be used. They are few, and each is looked for by itself among all that the asker has.
create or replace function portal.held_lots(out source_id smallint, out lot_no text) returns setof record
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  seen int[] := auth.seen_tenants();
  everything boolean := auth.is_admin();
begin
  return query
    select x.source_id, x.lot_no from portal.lots x
     where portal.is_held(x.state)
       and (everything or (select true from portal.lot_access a where a.tenant_id = any (seen) and a.lot_id = x.id limit 1));
end $$;

alter function portal.documents_of_lot(smallint, text, text) owner to portal_keeper;
alter function portal.held_lots() owner to portal_keeper;
grant execute on function portal.documents_of_lot(smallint, text, text), portal.held_lots() to portal_member, portal_staff, portal_admin;
