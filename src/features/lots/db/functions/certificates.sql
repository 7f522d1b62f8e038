-- Certificates of lots (E4). A lot that is held has none that is offered.
create or replace function portal.is_held(lot_state text) returns boolean
  language sql immutable as $$
  select lot_state in ('on_hold', 'quarantine', 'rejected')
$$;
grant execute on function portal.is_held(text) to portal_member, portal_staff, portal_admin, portal_keeper;

-- A document of lots is for whoever has one of them, whoever that is tomorrow: lots that come into somebody's reach, or leave it,
-- take their documents along. A statement at a time; most move none.
create or replace function portal.follow_lot_access() returns trigger
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not exists (select from portal.documents d where d.audience = 'lots') then return null; end if;
  execute format($move$
    update portal.documents d set audience = d.audience from (%s) m
     where d.audience = 'lots' and d.lot_nos <> '{}' and d.lot_source = m.source_id and d.lot_nos && m.numbers $move$,
    'select n.source_id, array_agg(distinct n.lot_no) as numbers from (' || case
      when tg_table_name = 'lots' then 'select r.source_id, r.lot_no from removed r'
      when tg_op = 'DELETE' then 'select x.source_id, x.lot_no from removed r join portal.lots x on x.id = r.lot_id'
      else 'select x.source_id, x.lot_no from added a join portal.lots x on x.id = a.lot_id' end || ') n group by n.source_id');
  return null;
end $$;
alter function portal.follow_lot_access() owner to portal_keeper;

-- Tells whoever asked that the certificate of one of these lots of a source can be opened, and takes their wish for fulfilled.
create or replace function portal.tell_certificates(of_source smallint, of_lots text[]) returns void
  language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with ready as (
    select distinct on (w.tenant_id, w.lot_no, w.item_no) w.tenant_id, w.lot_no, w.item_no, d.id
      from portal.certificate_wishes w
      join portal.documents d on d.type = 'coa' and d.lot_source = w.source_id and d.lot_nos <> '{}' and d.lot_nos @> array[w.lot_no]
       and exists (select from unnest(d.lot_nos, d.lot_items) n (no, item)
                    where n.no = w.lot_no and (w.item_no = '' or n.item is null or n.item = w.item_no))
       and portal.document_status(d.status, d.expires_on) = 'available' and (d.tenant_ids is null or w.tenant_id = any (d.tenant_ids))
     where w.source_id = of_source and w.lot_no = any (of_lots)
       and not exists (select from portal.lots x where x.source_id = w.source_id and x.lot_no = w.lot_no
         and x.item_no = coalesce(nullif(w.item_no, ''), x.item_no) and portal.is_held(x.state))
     order by w.tenant_id, w.lot_no, w.item_no, d.id desc
  ), fulfilled as (
    delete from portal.certificate_wishes w using ready r
     where w.tenant_id = r.tenant_id and w.source_id = of_source and w.lot_no = r.lot_no and w.item_no = r.item_no
    returning w.tenant_id, w.lot_no, w.user_id, r.id
  )
  insert into portal.notice_queue (tenant_id, kind, subject, permission, to_people, facts)
  select f.tenant_id, 'certificate_ready', 'documents', 'documents.read', array_agg(f.user_id),
         jsonb_build_object('id', f.id, 'lot', f.lot_no)
    from fulfilled f group by f.tenant_id, f.lot_no, f.id order by f.tenant_id, f.lot_no
$$;
alter function portal.tell_certificates(smallint, text[]) owner to portal_keeper;

create or replace function portal.tell_of_certificate() returns trigger
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if new.type = 'coa' and new.status = 'available' and new.lot_nos <> '{}' then perform portal.tell_certificates(new.lot_source, new.lot_nos); end if;
  return null;
end $$;
alter function portal.tell_of_certificate() owner to portal_keeper;

-- A lot that is held no longer offers what was there.
create or replace function portal.tell_of_released_lots() returns trigger
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  execute 'select portal.tell_certificates(f.source_id, f.numbers) from (
    select a.source_id, array_agg(a.lot_no) as numbers from added a join removed r on r.id = a.id
     where portal.is_held(r.state) and not portal.is_held(a.state) group by a.source_id) f';
  return null;
end $$;
alter function portal.tell_of_released_lots() owner to portal_keeper;
