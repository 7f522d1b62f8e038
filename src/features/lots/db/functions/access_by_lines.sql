-- A tenant sees the products and lots that stand on lines of its orders, whichever came first: the statements that change lines
-- say what is gained and lost. Batches of all of them land one after the other (family 2), so none misses another's rows.
-- What a line is of is looked up by its key: a plan that was made for few is kept, and must serve many. Lots by the number alone:
-- where none was there when the plan was made, any index of the source would seem as good.
create or replace function portal.follow_order_lines() returns trigger
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off as $$
begin
  if tg_op <> 'DELETE' then
    insert into portal.product_access (tenant_id, product_id)
    select distinct n.tenant_id, p.id from came n
     cross join lateral (select x.id from portal.products x where x.source_id = n.source_id and x.item_no = n.item_no offset 0) p
    on conflict (tenant_id, product_id) do update set by_lines = true where not product_access.by_lines;
    insert into portal.lot_access (tenant_id, lot_id)
    select distinct n.tenant_id, x.id from came n
     cross join lateral (select l.id from portal.lots l where l.lot_no = n.lot and l.source_id + 0 = n.source_id and l.item_no || '' = n.lot_item offset 0) x
    on conflict do nothing;
  end if;
  if tg_op <> 'INSERT' then
    -- What staff offer stays without a line.
    with left_alone as (
      select o.tenant_id, p.id
        from (select distinct o.tenant_id, o.source_id, o.item_no from gone o where o.item_no is not null) o
       cross join lateral (select x.id from portal.products x where x.source_id = o.source_id and x.item_no = o.item_no offset 0) p
       where not exists (select from portal.order_lines l
         where l.source_id = o.source_id and l.item_no = o.item_no and l.tenant_id = o.tenant_id)
    ), kept as (
      update portal.product_access a set by_lines = false from left_alone x
       where a.tenant_id = x.tenant_id and a.product_id = x.id and a.offered
    )
    delete from portal.product_access a using left_alone x
     where a.tenant_id = x.tenant_id and a.product_id = x.id and a.offered is not true;
    delete from portal.lot_access a
     using (select distinct o.tenant_id, o.source_id, o.lot, o.lot_item from gone o where o.lot is not null) o
     cross join lateral (select l.id from portal.lots l where l.lot_no = o.lot and l.source_id + 0 = o.source_id and l.item_no || '' = o.lot_item offset 0) x
     where a.tenant_id = o.tenant_id and a.lot_id = x.id
       and not exists (select from portal.order_lines l
         where l.source_id = o.source_id and l.lot = o.lot and l.lot_item = o.lot_item and l.tenant_id = o.tenant_id);
  end if;
  return null;
end $$;

-- The lines were there before the product, or the lot.
create or replace function portal.follow_products() returns trigger
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off as $$
begin
  insert into portal.product_access (tenant_id, product_id)
  select distinct l.tenant_id, p.id from came p
   cross join lateral (select o.tenant_id from portal.order_lines o where o.source_id = p.source_id and o.item_no = p.item_no offset 0) l
  on conflict (tenant_id, product_id) do update set by_lines = true where not product_access.by_lines;
  return null;
end $$;
-- A lot ties the lines and results that waited for it: those that name its item, and where its number stands at it alone, those that
-- name none.
create or replace function portal.follow_lots() returns trigger
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off as $$
declare t text;
begin
  foreach t in array array['order_lines', 'unassigned_order_lines', 'shipment_lines', 'unassigned_shipment_lines'] loop
    execute format($tie$
      update portal.%I l set lot_item = m.meant
        from (select n.source_id, n.lot_no, o.id, case when o.item_no = any (n.items) then o.item_no else n.items[1] end as meant
                from (select c.source_id, c.lot_no, portal.items_of_lot(c.source_id, c.lot_no) as items
                        from (select distinct x.source_id, x.lot_no from came x) c) n
               cross join lateral (select l.id, l.item_no, l.lot_item from portal.%1$I l
                 where l.source_id = n.source_id and l.lot = n.lot_no offset 0) o
               where o.item_no = any (n.items) or o.lot_item is null and cardinality(n.items) = 1) m
       where l.id = m.id and l.source_id = m.source_id and l.lot = m.lot_no and l.lot_item is distinct from m.meant $tie$, t);
  end loop;
  insert into portal.lot_access (tenant_id, lot_id)
  select distinct l.tenant_id, x.id from came x
   cross join lateral (select o.tenant_id from portal.order_lines o
     where o.source_id = x.source_id and o.lot = x.lot_no and o.lot_item = x.item_no offset 0) l
  on conflict do nothing;
  with tied as (
    update portal.lot_results r set item_no = m.items[1], source_key = portal.key_of_item(r.source_key, m.items[1])
      from (select c.source_id, c.lot_no, portal.items_of_lot(c.source_id, c.lot_no) as items
              from (select distinct x.source_id, x.lot_no from came x) c) m
     where r.source_id = m.source_id and r.lot_no = m.lot_no and r.item_no = '' and cardinality(m.items) = 1
       and not exists (select from portal.lot_results o where o.source_id = r.source_id
         and o.source_key = portal.key_of_item(r.source_key, m.items[1]))
    returning r.source_id, r.source_key
  )
  update portal.upstream_rows u set key = t.source_key from tied t
   where u.source_id = t.source_id and u.kind = 'lot-results' and u.key = portal.key_of_item(t.source_key, '');
  return null;
end $$;
alter function portal.follow_order_lines() owner to portal_keeper;
alter function portal.follow_products() owner to portal_keeper;
alter function portal.follow_lots() owner to portal_keeper;
