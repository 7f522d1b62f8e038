-- What upstream's changes tell people (B2): an order's status and promised date, a shipment on its way, delivered or held up, an
-- invoice. One statement tells of one thing, or of how many where there are several; what merely moves between tenants, and
-- what happened long ago, is no news.

create or replace function portal.tell_of_orders() returns trigger
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into portal.notice_queue (tenant_id, kind, subject, module, permission, facts)
  select c.tenant_id,
         case when c.orders > 1 then 'orders_changed' when c.status is not null then 'order_status' else 'order_promised' end,
         'orders', 'orders', 'orders.read',
         case when c.orders > 1 then jsonb_build_object('count', c.orders)
              else jsonb_strip_nulls(jsonb_build_object('id', o.id, 'order', coalesce(o.ord_no, o.primary_no, o.po_no), 'status', c.status, 'date', c.promised)) end
    from (select a.tenant_id, count(distinct a.order_id) as orders, max(a.order_id) as order_id,
                 max(a.new_value) filter (where a.field = 'status') as status,
                 max(a.new_value) filter (where a.field = 'promisedDate') as promised
            from added a
           where a.field in ('status', 'promisedDate') and a.new_value is not null and a.recorded_at >= transaction_timestamp()
           group by a.tenant_id) c
    join portal.orders o on o.tenant_id = c.tenant_id and o.id = c.order_id
   order by c.tenant_id;
  return null;
end $$;
alter function portal.tell_of_orders() owner to portal_keeper;

create or replace function portal.tell_of_shipments() returns trigger
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into portal.notice_queue (tenant_id, kind, subject, module, permission, facts)
  select c.tenant_id, case when c.shipments > 1 then 'shipments_moved' else 'shipment_' || s.last_event end, 'orders', 'orders', 'tracking.read',
         case when c.shipments > 1 then jsonb_build_object('count', c.shipments)
              else jsonb_strip_nulls(jsonb_build_object('id', s.id, 'tracking', s.tracking_no, 'carrier', s.carrier, 'order', s.ord_no)) end
    from (select a.tenant_id, count(*) as shipments, max(a.id) as id
            from added a join removed r on r.id = a.id and r.tenant_id = a.tenant_id
           where a.last_event in ('in_transit', 'delivered', 'exception') and a.last_event is distinct from r.last_event
             and a.last_event_at > now() - interval '7 days'
             -- What staff had told of the shipment that this one took the place of is no news.
             and (a.last_event = any (a.told_events) and a.last_event_at <= a.created_at) is not true
           group by a.tenant_id) c
    join portal.shipments s on s.tenant_id = c.tenant_id and s.id = c.id
   order by c.tenant_id;
  return null;
end $$;
alter function portal.tell_of_shipments() owner to portal_keeper;

create or replace function portal.tell_of_invoices() returns trigger
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if current_setting('portal.carries', true) = 'on' then return null; end if;
  insert into portal.notice_queue (tenant_id, kind, subject, module, permission, facts)
  select c.tenant_id, case when c.invoices > 1 then 'invoices_came' when i.total_cents < 0 then 'credit_came' else 'invoice_came' end,
         'finance', 'finance', 'invoices.read',
         case when c.invoices > 1 then jsonb_build_object('count', c.invoices)
              else jsonb_strip_nulls(jsonb_build_object('id', i.id, 'invoice', i.invoice_no, 'cents', i.total_cents, 'currency', i.currency, 'date', i.due_date)) end
    from (select a.tenant_id, count(*) as invoices, max(a.id) as id from added a
           where a.invoice_date > portal.today() - 14 and a.created_at = now() group by a.tenant_id) c
    join portal.invoices i on i.tenant_id = c.tenant_id and i.id = c.id
   order by c.tenant_id;
  return null;
end $$;
alter function portal.tell_of_invoices() owner to portal_keeper;
