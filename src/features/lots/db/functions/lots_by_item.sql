-- What names a lot by its number is tied to the item whose lot it means: its own item's, else the only one at which the number stands.

-- The items at which a number of a source stands. By the number alone: where no lot was there when the plan was made, any index of
-- the source would seem as good.
create or replace function portal.items_of_lot(of_source smallint, of_lot text) returns text[]
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select array(select x.item_no from portal.lots x where x.lot_no = of_lot and x.source_id + 0 = of_source order by 1)
$$;
alter function portal.items_of_lot(smallint, text) owner to portal_keeper;
grant execute on function portal.items_of_lot(smallint, text) to portal_ingest;

-- The key of a row of lots or results with another item: the number and the item are its first two parts.
create or replace function portal.key_of_item(key text, item text) returns text
  language sql immutable set search_path = pg_catalog, pg_temp as $$
  select l.no || chr(31) || item || substr(key, length(l.no) + 2 + length(split_part(key, chr(31), 2))) from (values (split_part(key, chr(31), 1))) l (no)
$$;
grant execute on function portal.key_of_item(text, text) to portal_ingest, portal_keeper;

-- Before a batch is planned: ties its rows to the lots that they mean, and takes out those that name a number of several items and
-- none of these. The numbers are held against the rows at once: of the stage nothing is known. Answers how many were taken out; portal.ingest_plan has them as `ambiguous_lot`, with the items, and for replacing as unread.
create or replace function portal.tie_lots(of_batch bigint, of_kind text, of_source smallint) returns bigint
  language plpgsql volatile set search_path = pg_catalog, pg_temp set enable_nestloop = off set enable_seqscan = off as $$
declare
  staged text := (select k.staged from portal.ingest_kind(of_kind) k);
  refused bigint;
  news boolean;
begin
  if of_kind in ('order-lines', 'shipment-lines') then
    execute format($sql$
      with meant as materialized (
        select n.lot, portal.items_of_lot($2, n.lot) as items
          from (select distinct s.lot from portal.%1$I s where s.batch = $1 and s.lot is not null) n
      ), tied as (
        update portal.%1$I s set lot_item = case when s.item_no = any (m.items) then s.item_no else m.items[1] end
          from meant m where s.batch = $1 and s.lot = m.lot and (s.item_no = any (m.items) or cardinality(m.items) = 1)
      ), refused as (
        delete from portal.%1$I s using meant m
         where s.batch = $1 and s.lot = m.lot and cardinality(m.items) > 1 and (s.item_no = any (m.items)) is not true
        returning s.row_no, s.line, s.key, m.items
      ), noted as (
        insert into portal.ingest_plan (batch, row_no, line, key, act, items)
        select $1, r.row_no, r.line, r.key, 'ambiguous_lot', r.items from refused r union all select $1, null, null, r.key, 'unread', null from refused r
      )
      select count(*) from refused $sql$, staged) into refused using of_batch, of_source;
  elsif of_kind in ('lots', 'lot-results') then
    execute format($sql$
      with meant as materialized (
        select n.lot, %2$s as items from (
          select split_part(s.key, chr(31), 1) as lot from portal.%1$I s where s.batch = $1 and split_part(s.key, chr(31), 2) = ''
          union select split_part(p.key, chr(31), 1) from portal.ingest_plan p
           where p.batch = $1 and p.act = 'unread' and split_part(p.key, chr(31), 2) = '') n
      ), unread as (
        update portal.ingest_plan p set key = portal.key_of_item(p.key, m.items[1]) from meant m
         where p.batch = $1 and p.act = 'unread' and split_part(p.key, chr(31), 1) = m.lot and split_part(p.key, chr(31), 2) = ''
           and cardinality(m.items) = 1
      ), tied as (
        update portal.%1$I s set key = portal.key_of_item(s.key, m.items[1]), item_no = m.items[1] from meant m
         where s.batch = $1 and split_part(s.key, chr(31), 1) = m.lot and split_part(s.key, chr(31), 2) = '' and cardinality(m.items) = 1
      ), refused as (
        delete from portal.%1$I s using meant m
         where s.batch = $1 and split_part(s.key, chr(31), 1) = m.lot and split_part(s.key, chr(31), 2) = '' and cardinality(m.items) > 1
        returning s.row_no, s.line, s.key, m.items
      ), noted as (
        insert into portal.ingest_plan (batch, row_no, line, key, act, items)
        select $1, r.row_no, r.line, r.key, 'ambiguous_lot', r.items from refused r
        union all select $1, null, null, portal.key_of_item(r.key, i), 'unread', null from refused r cross join unnest(r.items) i
      )
      select count(*) from refused $sql$, staged, case of_kind when 'lots' then 'portal.items_of_lot($2, n.lot)'
        -- Results stay when their lot goes, with its item.
        else 'coalesce(nullif(portal.items_of_lot($2, n.lot), ''{}''), array(select distinct r.item_no from portal.lot_results r
          where r.source_id = $2 and r.lot_no = n.lot and r.item_no <> '''' order by 1))' end)
      into refused using of_batch, of_source;
  end if;
  if of_kind = 'lot-results' then
    news := not exists (select from portal.lot_results r where r.source_id = of_source and r.named)
        and not exists (select from portal.staged_lot_results s where s.batch = of_batch and s.named);
    update portal.staged_lot_results s set by_newest = news where s.batch = of_batch and not s.is_delete;
    -- Who withdraws the only result of a sample need not say when it was tested.
    update portal.staged_lot_results s set key = f.only
      from (select d.row_no, o.only from portal.staged_lot_results d
             cross join lateral (select min(r.source_key) as only from portal.lot_results r
               where r.source_id = of_source and r.lot_no = split_part(d.key, chr(31), 1) and starts_with(r.source_key, d.key)
              having count(*) = 1 offset 0) o
             where d.batch = of_batch and d.is_delete and right(d.key, 1) = chr(31)) f
     where s.batch = of_batch and s.row_no = f.row_no;
  end if;
  return coalesce(refused, 0);
end $$;
grant execute on function portal.tie_lots(bigint, text, smallint) to portal_ingest;
