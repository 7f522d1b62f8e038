-- Shipments that staff enter for a company: rows of source 0, under the key that upstream's would have, so that one number of one
-- carrier is one shipment. From the moment that upstream sends it, it is upstream's, with what upstream tells of it.

-- Nobody else writes anything of the tenant meanwhile: who enters a shipment sees what a batch has brought, and a batch sees what
-- was entered.
create or replace function portal.hold_shipments(of_tenant int) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not coalesce(auth.is_admin() or of_tenant = any (case when auth.is_staff() then auth.staff_tenants() end), false) then
    raise exception 'shipment of another tenant' using errcode = '42501';
  end if;
  perform from portal.tenants t where t.id = of_tenant for update;
end $$;
revoke execute on function portal.hold_shipments(int) from public;
grant execute on function portal.hold_shipments(int) to portal_keeper, portal_staff, portal_admin;

-- Shipments of a tenant moved without a batch: versions and streams are told as by one.
create or replace function portal.moved_shipments(of_tenant int) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into portal.data_versions as d (tenant_id, topic) values (0, 'tracking'), (of_tenant, 'tracking')
    on conflict (tenant_id, topic) do update set version = d.version + 1;
  insert into portal.outbox (tenant_id, topic, module, permission, payload, created_at)
  select v.tenant_id, v.topic, 'orders', 'tracking.read', jsonb_build_object('version', v.version), clock_timestamp()
    from portal.data_versions v where v.topic = 'tracking' and v.tenant_id in (0, of_tenant) order by v.tenant_id;
end $$;
alter function portal.moved_shipments(int) owner to portal_keeper;
revoke execute on function portal.moved_shipments(int) from public;

-- What is in it, numbered as it was given; of another order than the shipment where `orderId` says so.
create or replace function portal.pack_shipment(of_tenant int, of_key text, lines jsonb) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from portal.shipment_lines l where l.tenant_id = of_tenant and l.source_id = 0 and l.shipment_key = of_key;
  insert into portal.shipment_lines (tenant_id, source_id, source_key, shipment_key, line_no, order_line_no, item_no, item_name, lot, quantity, unit,
      order_key, primary_no, ord_no, po_no)
  select of_tenant, 0, of_key || chr(31) || n, of_key, n::text, l ->> 'orderLineNo', l ->> 'itemNo', l ->> 'itemName', l ->> 'lot',
         (l ->> 'quantity')::numeric, l ->> 'unit', o.source_key, o.primary_no, o.ord_no, o.po_no
    from jsonb_array_elements(lines) with ordinality e (l, n)
    left join portal.orders o on o.tenant_id = of_tenant and o.id = (l ->> 'orderId')::bigint;
end $$;
alter function portal.pack_shipment(int, text, jsonb) owner to portal_keeper;
revoke execute on function portal.pack_shipment(int, text, jsonb) from public;

-- Enters one, or with `of_id` writes that one anew. `facts` has the names of the columns; its order, by id, gives its numbers and
-- its day. Refused: 'from_upstream' and 'entered' for a number that the company has already.
create or replace function portal.write_shipment(of_tenant int, of_id bigint, of_wish text, facts jsonb, lines jsonb,
  out id bigint, out refused text, out known boolean)
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  key text := facts ->> 'source_key';
  before text;
  o portal.orders;
  other smallint;
begin
  known := false;
  perform portal.hold_shipments(of_tenant);
  select s.id into id from portal.shipments s where s.tenant_id = of_tenant and s.wish = of_wish;
  if found then
    known := true;
    return;
  end if;
  select s.source_id into other from portal.shipments s
   where s.tenant_id = of_tenant and s.source_key = key and s.id is distinct from of_id order by s.source_id desc limit 1;
  if found then
    refused := case other when 0 then 'entered' else 'from_upstream' end;
    return;
  end if;
  select * into o from portal.orders x where x.tenant_id = of_tenant and x.id = (facts ->> 'order_id')::bigint;
  if of_id is null then
    insert into portal.shipments (tenant_id, source_id, source_key, wish, tracking_no, carrier)
      values (of_tenant, 0, key, of_wish, facts ->> 'tracking_no', facts ->> 'carrier') returning shipments.id into id;
  else
    id := of_id;
    select s.source_key into before from portal.shipments s where s.tenant_id = of_tenant and s.id = of_id and s.source_id = 0;
    if before is null then raise exception 'no shipment of the staff' using errcode = '42501'; end if;
    delete from portal.shipment_lines l where l.tenant_id = of_tenant and l.source_id = 0 and l.shipment_key = before;
  end if;
  update portal.shipments s
     set source_key = key, tracking_no = facts ->> 'tracking_no', carrier = facts ->> 'carrier', carrier_link = facts ->> 'carrier_link',
         order_key = o.source_key, primary_no = o.primary_no, ord_no = o.ord_no, po_no = o.po_no, order_date = o.order_date,
         processed_date = (facts ->> 'processed_date')::date, shipped_date = (facts ->> 'shipped_date')::date,
         estimated_on = (facts ->> 'estimated_on')::date, delivered_date = (facts ->> 'delivered_date')::date,
         ship_to = facts ->> 'ship_to', weight = facts ->> 'weight', updated_at = now(),
         version = s.version + case when of_id is null then 0 else 1 end
   where s.tenant_id = of_tenant and s.id = write_shipment.id;
  -- What was told of it goes with its number.
  if before <> key then
    update portal.shipment_events e set shipment_key = key, source_key = key || substr(e.source_key, length(before) + 1)
     where e.tenant_id = of_tenant and e.source_id = 0 and e.shipment_key = before;
  end if;
  perform portal.pack_shipment(of_tenant, key, lines);
  perform portal.moved_shipments(of_tenant);
end $$;
alter function portal.write_shipment(int, bigint, text, jsonb, jsonb) owner to portal_keeper;
revoke execute on function portal.write_shipment(int, bigint, text, jsonb, jsonb) from public;
grant execute on function portal.write_shipment(int, bigint, text, jsonb, jsonb) to portal_staff, portal_admin;

-- Takes one of the staff's back, with what is in it and what was told of it.
create or replace function portal.drop_shipment(of_tenant int, of_id bigint) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare key text;
begin
  perform portal.hold_shipments(of_tenant);
  delete from portal.shipments s where s.tenant_id = of_tenant and s.id = of_id and s.source_id = 0 returning s.source_key into key;
  delete from portal.shipment_lines l where l.tenant_id = of_tenant and l.source_id = 0 and l.shipment_key = key;
  delete from portal.shipment_events e where e.tenant_id = of_tenant and e.source_id = 0 and e.shipment_key = key;
  perform portal.moved_shipments(of_tenant);
end $$;
alter function portal.drop_shipment(int, bigint) owner to portal_keeper;
revoke execute on function portal.drop_shipment(int, bigint) from public;
grant execute on function portal.drop_shipment(int, bigint) to portal_staff, portal_admin;

-- Tells something of one of the staff's shipments, corrects what was told (`of_event`), or takes it back (without a kind). The same
-- wish again is the same event.
create or replace function portal.write_shipment_event(of_tenant int, of_id bigint, of_event bigint, of_wish text, of_kind text, at timestamptz,
  at_place text, says text, out id bigint, out known boolean)
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare key text;
begin
  known := false;
  perform portal.hold_shipments(of_tenant);
  select s.source_key into key from portal.shipments s where s.tenant_id = of_tenant and s.id = of_id and s.source_id = 0 for update;
  if key is null then raise exception 'no shipment of the staff' using errcode = '42501'; end if;
  if of_event is null then
    select e.id into id from portal.shipment_events e
     where e.tenant_id = of_tenant and e.source_id = 0 and e.source_key = key || chr(31) || of_wish;
    if found then
      known := true;
      return;
    end if;
    insert into portal.shipment_events (tenant_id, source_id, source_key, shipment_key, happened_at, kind, place, note)
      values (of_tenant, 0, key || chr(31) || of_wish, key, at, of_kind, at_place, says) returning shipment_events.id into id;
  elsif of_kind is null then
    delete from portal.shipment_events e where e.tenant_id = of_tenant and e.source_id = 0 and e.shipment_key = key and e.id = of_event
      returning e.id into id;
  else
    update portal.shipment_events e set happened_at = at, kind = of_kind, place = at_place, note = says, updated_at = now()
     where e.tenant_id = of_tenant and e.source_id = 0 and e.shipment_key = key and e.id = of_event returning e.id into id;
  end if;
  if id is null then return; end if;
  update portal.shipments s set version = s.version + 1, updated_at = now() where s.tenant_id = of_tenant and s.id = of_id;
  perform portal.moved_shipments(of_tenant);
end $$;
alter function portal.write_shipment_event(int, bigint, bigint, text, text, timestamptz, text, text) owner to portal_keeper;
revoke execute on function portal.write_shipment_event(int, bigint, bigint, text, text, timestamptz, text, text) from public;
grant execute on function portal.write_shipment_event(int, bigint, bigint, text, text, timestamptz, text, text) to portal_staff, portal_admin;
grant usage on sequence portal.shipment_ids, portal.shipment_event_ids, portal.shipment_line_ids to portal_keeper;

-- Upstream sends, or moves to a tenant, what staff had entered for it: it is upstream's from now on, and reached by the address of
-- the one that it takes the place of. Counted first: the update would call this again.
create or replace function portal.give_way_to_upstream() returns trigger
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare n bigint;
begin
  select count(*) into n from portal.shipments s join added a on a.tenant_id = s.tenant_id and a.source_key = s.source_key and a.source_id <> 0
   where s.source_id = 0;
  if n = 0 then return null; end if;
  with gone as (
    delete from portal.shipments s using added a
     where s.source_id = 0 and a.source_id <> 0 and a.tenant_id = s.tenant_id and a.source_key = s.source_key
    returning s.tenant_id, s.source_key, s.id,
      (select array_agg(distinct e.kind) from portal.shipment_events e
        where e.tenant_id = s.tenant_id and e.source_id = 0 and e.shipment_key = s.source_key) as told),
  lines as (
    delete from portal.shipment_lines l using gone g where l.tenant_id = g.tenant_id and l.source_id = 0 and l.shipment_key = g.source_key),
  events as (
    delete from portal.shipment_events e using gone g where e.tenant_id = g.tenant_id and e.source_id = 0 and e.shipment_key = g.source_key)
  update portal.shipments s set entered_id = g.id, told_events = g.told from gone g, added a
   where a.tenant_id = g.tenant_id and a.source_key = g.source_key and a.source_id <> 0 and s.tenant_id = a.tenant_id and s.id = a.id;
  return null;
end $$;
alter function portal.give_way_to_upstream() owner to portal_keeper;
