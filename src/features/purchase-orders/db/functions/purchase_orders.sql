-- Which side may move a purchase order from where to where: the same table as domain/transitions.ts, held against it by a test.
create or replace function portal.purchase_order_moves(out side text, out from_state text, out to_state text) returns setof record
  language sql immutable set search_path = pg_catalog, pg_temp as $$
  values ('client', 'draft', 'awaiting_approval'), ('client', 'draft', 'submitted'),
         ('staff', 'draft', 'awaiting_approval'), ('staff', 'draft', 'submitted'),
         ('client', 'awaiting_approval', 'submitted'), ('client', 'awaiting_approval', 'rejected'),
         ('client', 'awaiting_approval', 'cancelled'), ('client', 'submitted', 'cancelled'), ('client', 'countered', 'cancelled'),
         ('client', 'countered', 'accepted'), ('client', 'countered', 'submitted'),
         ('staff', 'submitted', 'accepted'), ('staff', 'submitted', 'rejected'), ('staff', 'submitted', 'countered'),
         ('staff', 'countered', 'submitted'), ('staff', 'rejected', 'submitted'), ('staff', 'accepted', 'cancelled')
$$;
grant execute on function portal.purchase_order_moves() to portal_member, portal_staff, portal_admin, portal_keeper, portal_ingest;

-- Whatever the server does, the database lets nobody move a purchase order otherwise, nor change one that was submitted but by
-- what both sides agreed to.
create or replace function portal.guard_purchase_order() returns trigger
  language plpgsql volatile set search_path = pg_catalog, pg_temp as $$
declare
  of_side text := case auth.context_kind() when 'member' then 'client' when 'staff' then 'staff' when 'admin' then 'staff' end;
begin
  if new.state <> old.state and auth.is_server() and not exists (
      select from portal.purchase_order_moves() m where m.side = of_side and m.from_state = old.state and m.to_state = new.state) then
    raise exception 'a purchase order does not go from % to % by %', old.state, new.state, of_side using errcode = '23514';
  end if;
  if old.state <> 'draft' and (new.po_no, new.currency, new.ship_to, new.note, new.number, new.submitted_at, new.by_staff)
      is distinct from (old.po_no, old.currency, old.ship_to, old.note, old.number, old.submitted_at, old.by_staff) then
    raise exception 'a submitted purchase order is not changed' using errcode = '23514';
  end if;
  if auth.is_server() and of_side is distinct from 'staff' and new.acceptance is not null and new.acceptance is distinct from old.acceptance then
    raise exception 'the manufacturer alone accepts' using errcode = '23514';
  end if;
  return new;
end $$;

create or replace function portal.guard_purchase_order_lines() returns trigger
  language plpgsql volatile set search_path = pg_catalog, pg_temp as $$
declare
  of_side text := case auth.context_kind() when 'member' then 'client' else 'staff' end;
  now_in text;
begin
  select p.state into now_in from portal.purchase_orders p
   where p.tenant_id = coalesce(new.tenant_id, old.tenant_id) and p.id = coalesce(new.purchase_order_id, old.purchase_order_id);
  -- Gone with their purchase order: that one was asked. Or nothing changed.
  if now_in is null and tg_op = 'DELETE' or tg_op = 'UPDATE' and new is not distinct from old then return null; end if;
  -- A line without a price gets one with the acceptance; it is the only thing that changes.
  if now_in = 'submitted' and of_side = 'staff' and tg_op = 'UPDATE' and old.unit_price is null and to_jsonb(new) - '{unit_price,price_per,amount_cents}'::text[]
      = to_jsonb(old) - '{unit_price,price_per,amount_cents}'::text[] then
    return null;
  end if;
  if now_in = 'draft' or tg_op = 'UPDATE' and new.item_no = old.item_no and (now_in = 'countered' and of_side = 'client' or now_in = 'accepted' and of_side = 'staff') then
    return null;
  end if;
  raise exception 'lines of a submitted purchase order are not changed' using errcode = '23514';
end $$;

-- The next number of a tenant: the row lock puts submissions in line, and what is rolled back gives its number back.
create or replace function portal.next_purchase_order_number(of_tenant int) returns int
  language sql volatile set search_path = pg_catalog, pg_temp as $$
  insert into portal.purchase_settings as s (tenant_id, last_number) values (of_tenant, 1)
  on conflict (tenant_id) do update set last_number = s.last_number + 1 returning s.last_number
$$;
grant execute on function portal.next_purchase_order_number(int) to portal_member, portal_staff, portal_admin;

-- Orders of the portal's own, until upstream sends theirs.
create or replace function portal.portal_source() returns smallint
  language sql immutable set search_path = pg_catalog, pg_temp as $$ select 0::smallint $$;

-- Orders of a tenant moved without a batch: versions and streams are told as by one.
create or replace function portal.tell_orders(of_tenant int) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v bigint;
begin
  insert into portal.data_versions as d (tenant_id, topic) values (0, 'orders'), (of_tenant, 'orders')
  on conflict (tenant_id, topic) do update set version = d.version + 1;
  insert into portal.outbox (tenant_id, topic, module, permission, payload, created_at)
  select d.tenant_id, 'orders', 'orders', 'orders.read', jsonb_build_object('version', d.version), clock_timestamp()
    from portal.data_versions d where d.topic = 'orders' and d.tenant_id in (0, of_tenant) order by 1;
end $$;

-- Takes a pending order away: upstream's came, or the purchase order was cancelled.
create or replace function portal.drop_pending_order(of_tenant int, of_order bigint) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare of_key text;
begin
  delete from portal.orders o where o.tenant_id = of_tenant and o.id = of_order and o.source_id = portal.portal_source()
  returning o.source_key into of_key;
  delete from portal.order_lines l where l.tenant_id = of_tenant and l.source_id = portal.portal_source() and l.order_key = of_key;
end $$;

-- Upstream's order takes the place of the pending one, with its history.
create or replace function portal.link_purchase_order(of_tenant int, of_id bigint, to_order bigint) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  pending bigint;
  -- It was the purchase order's before it was away with its client, and has its history.
  comes_back boolean := exists (select from portal.purchase_order_events e where e.tenant_id = of_tenant and e.purchase_order_id = of_id
    and e.act = 'entered' and (e.details ->> 'orderId')::bigint = to_order);
  status text := (select nullif(btrim(o.ord_stat), '') from portal.orders o where o.tenant_id = of_tenant and o.id = to_order);
begin
  select case when p.order_state <> 'linked' then p.order_id end into pending
    from portal.purchase_orders p where p.tenant_id = of_tenant and p.id = of_id for update;
  if pending is not null and comes_back then
    perform portal.drop_pending_order(of_tenant, pending);
  elsif pending is not null then
    update portal.order_changes h set field = 'status', old_value = 'Pending', new_value = status
     where h.tenant_id = of_tenant and h.order_id = to_order and h.field = 'created';
    update portal.order_changes h set order_id = to_order where h.tenant_id = of_tenant and h.order_id = pending;
    -- What was promised with the acceptance, where upstream says another day.
    insert into portal.order_changes (tenant_id, order_id, field, old_value, new_value, recorded_at)
    select of_tenant, to_order, 'promisedDate', p.promised_date::text, o.promised_date::text, clock_timestamp()
      from portal.purchase_orders p join portal.orders o on o.tenant_id = of_tenant and o.id = to_order
     where p.tenant_id = of_tenant and p.id = of_id and o.promised_date <> p.promised_date;
    perform portal.drop_pending_order(of_tenant, pending);
  end if;
  update portal.purchase_orders p set order_id = to_order, order_state = 'linked' where p.tenant_id = of_tenant and p.id = of_id;
  -- The promise stands until upstream names a day. It is no news, and no change.
  set local portal.quiet = 'on';
  update portal.orders o set promised_date = p.promised_date from portal.purchase_orders p
   where p.tenant_id = of_tenant and p.id = of_id and p.promised_date is not null
     and o.tenant_id = of_tenant and o.id = to_order and o.promised_date is null;
  set local portal.quiet = 'off';
  insert into portal.purchase_order_events (tenant_id, purchase_order_id, act, state, by_staff, details)
    values (of_tenant, of_id, 'entered', 'accepted', true, jsonb_build_object('orderId', to_order));
  insert into portal.outbox (tenant_id, topic, module, permission, object_id, payload)
    values (of_tenant, 'purchase-orders', 'orders', 'purchase_orders.read', of_id::text, '{"name": "purchase_order.entered"}');
end $$;

-- Orders of upstream that may be a purchase order's: with its number, come since it was submitted, and no other's.
create or replace function portal.purchase_order_candidates(of_tenant int, of_id bigint, out order_id bigint, out ord_no text, out primary_no text)
  returns setof record language sql stable set search_path = pg_catalog, pg_temp as $$
  select o.id, o.ord_no, o.primary_no from portal.purchase_orders p
    join portal.orders o on o.tenant_id = p.tenant_id and portal.number_key(o.po_no) = p.po_key and o.source_id <> portal.portal_source()
     and o.created_at >= p.submitted_at
   where p.tenant_id = of_tenant and p.id = of_id and p.po_key <> ''
     and not exists (select from portal.purchase_orders x where x.tenant_id = p.tenant_id and x.order_id = o.id and x.id <> p.id)
   order by o.id limit 50
$$;
grant execute on function portal.purchase_order_candidates(int, bigint) to portal_member, portal_staff, portal_admin, portal_keeper;

-- Finds the order of an accepted purchase order: the only one with its number is it, several are for staff to tell apart.
create or replace function portal.settle_purchase_order(of_tenant int, of_id bigint) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  found bigint[];
  alike bigint;
begin
  select array_agg(c.order_id) into found from portal.purchase_order_candidates(of_tenant, of_id) c;
  if found is null then return; end if;
  select count(*) into alike from portal.purchase_orders p join portal.purchase_orders me
      on me.tenant_id = of_tenant and me.id = of_id and p.tenant_id = me.tenant_id and p.po_key = me.po_key
   where p.state = 'accepted' and p.order_state is distinct from 'linked';
  if cardinality(found) = 1 and alike = 1 then
    perform portal.link_purchase_order(of_tenant, of_id, found[1]);
  else
    -- Once: the staff hear of it, and it stands in the timeline, until one of them says which it is.
    with told as (
      update portal.purchase_orders p set order_state = 'ambiguous'
       where p.tenant_id = of_tenant and p.id = of_id and p.order_state not in ('linked', 'ambiguous')
      returning p.id, p.po_no),
    noted as (
      insert into portal.purchase_order_events (tenant_id, purchase_order_id, act, state, by_staff) select of_tenant, t.id, 'ambiguous', 'accepted', true from told t),
    sent as (
      insert into portal.outbox (tenant_id, topic, module, permission, object_id, payload)
      select of_tenant, 'purchase-orders', 'orders', 'purchase_orders.read', t.id::text, '{"name": "purchase_order.ambiguous"}' from told t)
    insert into portal.notice_queue (tenant_id, kind, subject, module, permission, to_members, to_staff, facts)
    select of_tenant, 'po_ambiguous', 'purchase_orders', 'orders', 'purchase_orders.manage', false, true, jsonb_build_object('id', t.id, 'order', t.po_no)
      from told t;
  end if;
end $$;

-- An accepted purchase order becomes a pending order without numbers, unless upstream has entered it already. One that is not
-- accepted, or cancelled since, has none.
create or replace function portal.enter_order(of_tenant int, of_id bigint) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  p portal.purchase_orders%rowtype;
  made bigint;
begin
  select * into p from portal.purchase_orders x where x.tenant_id = of_tenant and x.id = of_id for update;
  if p.state = 'cancelled' and p.order_state in ('pending', 'ambiguous') then
    perform portal.drop_pending_order(of_tenant, p.order_id);
    update portal.purchase_orders x set order_id = null, order_state = null where x.tenant_id = of_tenant and x.id = of_id;
    perform portal.tell_orders(of_tenant);
  elsif p.state = 'accepted' and p.order_state is distinct from 'linked' then
    if p.order_id is not null then perform portal.drop_pending_order(of_tenant, p.order_id); end if;
    insert into portal.orders (tenant_id, source_id, source_key, po_no, client_name, ord_stat, amount_cents, currency, order_date,
        requested_date, promised_date, ship_to)
      select p.tenant_id, portal.portal_source(), 'PO ' || p.id, p.po_no, t.name, 'Pending', p.total_cents, p.currency, portal.today(),
             p.requested_date, p.promised_date, p.ship_to from portal.tenants t where t.id = p.tenant_id
    returning id into made;
    insert into portal.order_lines (tenant_id, source_id, source_key, order_key, line_no, item_no, item_name, qty_ordered, unit, unit_price)
      select l.tenant_id, portal.portal_source(), 'PO ' || p.id || '-' || l.line_no, 'PO ' || p.id, l.line_no, l.item_no, l.item_name,
             l.quantity, l.unit, round(l.unit_price / l.price_per, 6)
        from portal.purchase_order_lines l where l.tenant_id = p.tenant_id and l.purchase_order_id = p.id;
    update portal.purchase_orders x set order_id = made, order_state = 'pending' where x.tenant_id = of_tenant and x.id = of_id;
    perform portal.settle_purchase_order(of_tenant, of_id);
    perform portal.tell_orders(of_tenant);
  end if;
end $$;

-- For whoever sees the purchase order.
create or replace function portal.place_purchase_order(of_tenant int, of_id bigint) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare seen int[] := auth.seen_tenants();
begin
  perform auth.require_context('member', 'staff', 'admin');
  if seen is null or of_tenant = any (seen) then perform portal.enter_order(of_tenant, of_id); end if;
end $$;

-- Staff say which order is the purchase order's. False: it is none of the candidates.
create or replace function portal.choose_order(of_tenant int, of_id bigint, to_order bigint) returns boolean
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare seen int[] := auth.seen_tenants();
begin
  perform auth.require_context('staff', 'admin');
  if seen is not null and not of_tenant = any (seen) then return false; end if;
  perform from portal.purchase_order_candidates(of_tenant, of_id) c where c.order_id = to_order;
  if not found then return false; end if;
  perform portal.link_purchase_order(of_tenant, of_id, to_order);
  -- Others with its number that have nothing left to choose from wait for their order again.
  update portal.purchase_orders p set order_state = 'pending' from portal.purchase_orders me
   where me.tenant_id = of_tenant and me.id = of_id and p.tenant_id = of_tenant and p.po_key = me.po_key and p.order_state = 'ambiguous'
     and not exists (select from portal.purchase_order_candidates(p.tenant_id, p.id));
  perform portal.tell_orders(of_tenant);
  return true;
end $$;

-- Orders that came or changed their PO No: are they what accepted purchase orders wait for?
create or replace function portal.place_purchase_orders() returns trigger
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare w record;
begin
  for w in
    select distinct p.tenant_id, p.id from added a
      join portal.purchase_orders p on p.tenant_id = a.tenant_id and p.po_key = portal.number_key(a.po_no)
     where a.source_id <> portal.portal_source() and p.po_key <> '' and p.state = 'accepted' and p.order_state <> 'linked'
     order by 1, 2
  loop
    perform portal.settle_purchase_order(w.tenant_id, w.id);
  end loop;
  return null;
end $$;

-- Upstream sends the order again and names no day: what was promised with the acceptance stands.
create or replace function portal.keep_promise() returns trigger
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  new.promised_date := (select p.promised_date from portal.purchase_orders p
    where p.tenant_id = new.tenant_id and p.order_id = new.id and p.order_state = 'linked' limit 1);
  return new;
end $$;

do $$
declare f text;
begin
  foreach f in array array['keep_promise()', 'tell_orders(int)', 'drop_pending_order(int, bigint)', 'link_purchase_order(int, bigint, bigint)',
      'settle_purchase_order(int, bigint)', 'enter_order(int, bigint)', 'place_purchase_order(int, bigint)', 'choose_order(int, bigint, bigint)', 'place_purchase_orders()'] loop
    execute format('alter function portal.%s owner to portal_keeper', f);
  end loop;
end $$;
grant usage on sequence portal.order_ids, portal.order_line_ids to portal_keeper;
grant execute on function portal.portal_source() to portal_keeper, portal_member, portal_staff, portal_admin;
grant execute on function portal.place_purchase_order(int, bigint) to portal_member, portal_staff, portal_admin;
grant execute on function portal.choose_order(int, bigint, bigint) to portal_staff, portal_admin;
