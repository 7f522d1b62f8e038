-- Whose numbers the lots of a document are (E4). What upstream sends is of the source that sends it; what people upload is of the
-- source that alone knows its numbers, from lots or from lines of orders; where several do, people say which.

-- The sources that know one of these numbers.
create or replace function portal.sources_of_lots(numbers text[]) returns setof smallint
  language sql stable security definer rows 2 set search_path = pg_catalog, pg_temp as $$
  with recursive sources (id) as (
    (select l.source_id from portal.order_lines l where l.lot is not null order by l.source_id limit 1)
    union all
    select (select l.source_id from portal.order_lines l where l.lot is not null and l.source_id > s.id order by l.source_id limit 1)
      from sources s where s.id is not null
  )
  select x.source_id from portal.lots x where x.lot_no = any (numbers)
  union
  select s.id from sources s
   where s.id is not null and exists (select from portal.order_lines l where l.source_id = s.id and l.lot = any (numbers))
$$;
alter function portal.sources_of_lots(text[]) owner to portal_keeper;

-- The one that does; null where none does, or several do.
create or replace function portal.source_of_lots(numbers text[]) returns smallint
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select case when count(*) = 1 then min(s) end from portal.sources_of_lots(numbers) s
$$;
alter function portal.source_of_lots(text[]) owner to portal_keeper;

-- For whoever writes documents: the sources that know one of these numbers, by name; and the one that is asked for besides.
create or replace function auth.lot_sources(numbers text[], besides smallint, out id smallint, out name text, out knows boolean) returns setof record
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  known smallint[] := array(select s from portal.sources_of_lots(numbers) s);
begin
  perform auth.require_context('staff', 'admin');
  return query select s.id, s.name, s.id = any (known) from auth.ingest_sources s where s.id = any (known) or s.id = besides order by s.name, s.id;
end $$;
grant execute on function auth.lot_sources(text[], smallint) to portal_staff, portal_admin;

-- A document may come before its lots, and before the lines that they stand on: whoever brings the number first makes it theirs.
create or replace function portal.find_lot_sources() returns trigger
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if tg_table_name = 'lots' then
    execute 'update portal.documents d set lot_source = d.lot_source
        from (select c.source_id, array_agg(c.lot_no) as numbers from came c group by c.source_id) c
       where d.lot_source = c.source_id and d.lot_nos <> ''{}'' and d.lot_nos && c.numbers
         and (array_position(d.lot_items, null) is not null or d.product_code <> all (d.lot_items))';
  end if;
  if not exists (select from portal.documents d where d.lot_source is null and d.lot_nos <> '{}') then return null; end if;
  execute format('update portal.documents d set lot_source = null where d.lot_source is null and d.lot_nos <> ''{}''
    and d.lot_nos && (select array_agg(distinct c.%I) from came c)', case when tg_table_name = 'lots' then 'lot_no' else 'lot' end);
  return null;
end $$;
alter function portal.find_lot_sources() owner to portal_keeper;
grant execute on function portal.sources_of_lots(text[]) to portal_owner;
