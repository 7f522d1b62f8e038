-- Who may know of a document follows from its audience, whoever comes or goes.

-- Before a document of an order, or of lots, is stored: the tenants that have the order, or one of the lots, now.
create or replace function portal.address_document() returns trigger
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  -- A document that says no source has that of its lots, as soon as one alone uses their numbers (lot_sources.sql).
  if new.lot_nos = '{}' then new.lot_source := null;
  elsif new.lot_source is null then new.lot_source := portal.source_of_lots(new.lot_nos);
  end if;
  -- The product of the document, else the only item at which the number stands; what was tied before stays.
  new.lot_items := array(
    select case when new.product_code = any (i.items) then new.product_code
                else coalesce((select o.item from unnest(old.lot_nos, old.lot_items) o (no, item)
                                where o.no = n.no and old.lot_source is not distinct from new.lot_source limit 1),
                              case when cardinality(i.items) = 1 then i.items[1] end) end
      from unnest(new.lot_nos) with ordinality n (no, at)
     cross join lateral (select portal.items_of_lot(new.lot_source, n.no) as items) i order by n.at);
  if new.audience = 'order' then
    new.tenant_ids := array(select distinct o.tenant_id from portal.orders o cross join portal.tenants t
      where o.tenant_id = t.id and o.source_id = new.order_source and o.source_key = new.order_key order by 1);
  elsif new.audience = 'lots' then
    new.tenant_ids := array(select distinct a.tenant_id from unnest(new.lot_nos, new.lot_items) n (no, item)
      join portal.lots x on x.source_id = new.lot_source and x.lot_no = n.no and x.item_no = n.item
      join portal.lot_access a on a.lot_id = x.id order by 1);
  end if;
  return new;
end $$;

-- After it is stored: one row for each tenant that it is for.
create or replace function portal.open_document() returns trigger
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from portal.document_access a where a.document_id = new.id and new.tenant_ids is not null and a.tenant_id <> all (new.tenant_ids);
  insert into portal.document_access (tenant_id, document_id)
  select t.id, new.id from portal.tenants t where new.tenant_ids is null or t.id = any (new.tenant_ids)
  on conflict do nothing;
  return null;
end $$;

-- A tenant that comes later reads what is for everybody.
create or replace function portal.open_library() returns trigger
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into portal.document_access (tenant_id, document_id)
  select new.id, d.id from portal.documents d where d.tenant_ids is null;
  return null;
end $$;

-- An order that comes, goes or moves to another tenant takes its documents along. A statement at a time; most move none.
create or replace function portal.follow_orders() returns trigger
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not exists (select from portal.documents d where d.audience = 'order') then return null; end if;
  if tg_op in ('INSERT', 'UPDATE') then
    update portal.documents d set audience = d.audience from added a
     where d.audience = 'order' and d.order_source = a.source_id and d.order_key = a.source_key
       and not coalesce(a.tenant_id = any (d.tenant_ids), false);
  end if;
  if tg_op in ('UPDATE', 'DELETE') then
    update portal.documents d set audience = d.audience from removed r
     where d.audience = 'order' and d.order_source = r.source_id and d.order_key = r.source_key
       and not exists (select from portal.orders o where o.tenant_id = r.tenant_id and o.source_id = r.source_id and o.source_key = r.source_key);
  end if;
  return null;
end $$;

-- One file for the same content: the key under which it is there already. Two who bring the same at once come one after the
-- other.
create or replace function portal.known_document_file(content bytea) returns text
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform auth.require_context('staff', 'admin');
  perform pg_advisory_xact_lock(7001004, hashtext(encode(content, 'hex')));
  return (select v.file_key from portal.document_versions v where v.checksum = content order by v.uploaded_at desc limit 1);
end $$;

-- Whether the asking person works for all tenants: they alone address everybody, whichever tenant they look at just now.
create or replace function portal.works_for_all() returns boolean
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform auth.require_context('staff', 'admin');
  return exists (select from portal.profiles p where p.user_id = auth.actor() and p.global_admin)
    or exists (select from portal.staff s where s.user_id = auth.actor() and s.all_tenants);
end $$;
grant execute on function portal.works_for_all() to portal_staff, portal_admin;

-- The day it is where the manufacturer is: dates of upstream are its own.
create or replace function portal.today() returns date
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select (now() at time zone portal.business_zone())::date
$$;
grant execute on function portal.today() to portal_member, portal_staff, portal_admin, portal_keeper, portal_ingest;

-- Available until its last day is over where the manufacturer is. Who asks of many gives the day, which is then found once.
create or replace function portal.document_status(status text, expires_on date, today date) returns text
  language sql immutable as $$
  select case when status = 'available' and expires_on < today then 'expired' else status end
$$;
create or replace function portal.document_status(status text, expires_on date) returns text
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select portal.document_status(status, expires_on, portal.today())
$$;

-- The module of a document's shelves, where that is one (A8).
create or replace function portal.module_of_shelves(shelves text[]) returns text
  language sql immutable set search_path = pg_catalog, pg_temp as $$
  select case when shelves = '{}' then null when shelves <@ '{legal}' then 'legal' when shelves <@ '{product,fact-sheet}' then 'product'
              when shelves <@ '{qa,qc}' then 'qaqc' end
$$;
grant execute on function portal.module_of_shelves(text[]) to portal_keeper, portal_staff, portal_admin;

-- A version that is offered is told to everybody whom it is for (B2); a certificate of a lot to whoever asked for it alone, and
-- what is to be signed to whoever signs.
create or replace function portal.tell_of_release() returns trigger
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into portal.notice_queue (tenant_id, kind, subject, module, permission, by_user, facts)
  select t, 'document_released', case when new.shelves <@ '{product,fact-sheet}' then 'products' else 'documents' end,
         portal.module_of_shelves(new.shelves), 'documents.read', auth.actor(), jsonb_build_object('id', new.id, 'title', new.title)
    from unnest(coalesce(new.tenant_ids, '{0}')) t order by t;
  return null;
end $$;
alter function portal.tell_of_release() owner to portal_keeper;

alter function portal.address_document() owner to portal_keeper;
alter function portal.open_document() owner to portal_keeper;
alter function portal.open_library() owner to portal_keeper;
alter function portal.follow_orders() owner to portal_keeper;
alter function portal.known_document_file(bytea) owner to portal_keeper;
grant execute on function portal.known_document_file(bytea) to portal_staff, portal_admin;
grant execute on function portal.document_status(text, date), portal.document_status(text, date, date) to portal_member, portal_staff, portal_admin;
grant execute on function portal.works_for_all() to portal_keeper;
grant execute on function portal.document_status(text, date), portal.document_status(text, date, date) to portal_keeper;
