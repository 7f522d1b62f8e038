-- What people made on the rows of a client, and what becomes of it when the rows leave its company (docs/decisions/0083-undo-client-assignment.md).

-- What people made here on the rows of a client that a company has (J1): how many by kind. `payments` are announced or received here,
-- for one of the invoices or sent by upstream since; `otherPayments` are another client's of upstream that name one of them.
create or replace function portal.made_on_client(of_source int, of_code text, of_name text, of_tenant int, out kind text, out n bigint)
  returns setof record language sql stable security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan as $$
  with placed as materialized (
    select o.id, o.source_id, o.source_key, o.ord_no from portal.orders o
     where o.tenant_id = of_tenant and o.source_id <> 0 and (of_source is null or o.source_id = of_source)
       and case when of_code is null then o.client_code is null and o.client_name = of_name else o.client_code = of_code end
  ), billed as materialized (
    select i.id, i.source_id, i.source_key from portal.invoices i
     where i.tenant_id = of_tenant and i.source_id <> 0 and (of_source is null or i.source_id = of_source)
       and case when of_code is null then i.client_code is null and i.client_name = of_name else i.client_code = of_code end
  ), paid as materialized (
    select p.reference, p.payment_no, p.source_id, p.invoice_no,
           case when of_code is null then p.client_code is null and p.client_name = of_name else p.client_code = of_code end
             and (of_source is null or p.source_id = of_source) as moves
      from portal.payments p where p.tenant_id = of_tenant and p.source_id <> 0
  ), packed as materialized (
    select distinct l.source_id, l.lot, coalesce(l.lot_item, '') as item
      from placed o join portal.order_lines l on l.tenant_id = of_tenant and l.source_id = o.source_id and l.order_key = o.source_key
     where l.lot is not null
  )
  select x.kind, x.n from (
    select 'payments' as kind, count(*) as n from portal.payment_orders o
     where o.tenant_id = of_tenant and (o.cancelled_at is null or o.received_on is not null or o.met) and (
       exists (select from portal.payment_parts t join billed i on i.id = t.invoice_id where t.tenant_id = of_tenant and t.order_id = o.id)
       or o.met and exists (select from paid p where p.moves and (portal.order_reference(p.reference, p.payment_no) = o.reference
            or portal.bank_key(p.reference) = o.bank_key or portal.bank_key(p.payment_no) = o.bank_key)))
    union all
    select 'otherPayments', count(*) from paid p join billed i on i.source_id = p.source_id and i.source_key = p.invoice_no where not p.moves
    union all
    select 'purchaseOrders', count(*) from portal.purchase_orders p join placed o on o.id = p.order_id
     where p.tenant_id = of_tenant and p.order_state = 'linked'
    union all
    select 'ownInvoices', count(*) from portal.invoices i
     where i.tenant_id = of_tenant and i.source_id = 0 and i.ord_no in (select o.ord_no from placed o)
    union all
    select 'issues', count(*) from portal.issues i
     where i.tenant_id = of_tenant and ((i.order_source, i.order_key) in (select o.source_id, o.source_key from placed o)
       or (i.invoice_source, i.invoice_key) in (select b.source_id, b.source_key from billed b))
    union all
    select 'conversations', count(*) from portal.conversations c
     where c.tenant_id = of_tenant and (c.order_source, c.order_key) in (select o.source_id, o.source_key from placed o)
    union all
    select 'ownShipments', count(*) from portal.shipments s
     where s.tenant_id = of_tenant and s.source_id = 0 and (s.order_key in (select o.source_key from placed o)
       or exists (select from portal.shipment_lines l where l.tenant_id = of_tenant and l.source_id = 0 and l.shipment_key = s.source_key
                   and l.order_key in (select o.source_key from placed o)))
    union all
    select 'documents', count(*) from portal.documents d
     where d.audience = 'order' and (d.order_source, d.order_key) in (select o.source_id, o.source_key from placed o)
    union all
    select 'wishes', count(*) from portal.certificate_wishes w
      join packed k on k.source_id = w.source_id and k.lot = w.lot_no and (w.item_no = '' or k.item = w.item_no)
     where w.tenant_id = of_tenant and not exists (select from portal.order_lines l
       where l.tenant_id = of_tenant and l.source_id = w.source_id and l.lot = w.lot_no
         and not exists (select from placed o where o.source_id = l.source_id and o.source_key = l.order_key))
  ) x where auth.is_admin() and x.n > 0
$$;
alter function portal.made_on_client(int, text, text, int) owner to portal_keeper;
revoke execute on function portal.made_on_client(int, text, text, int) from public;

-- Payments made here that upstream has sent, of which its rows move away with their client: they count where those are, and once. They
-- are closed, and stand again when the rows come back. What a card was charged stays, whatever upstream thinks of it.
create or replace function portal.close_met_payments(of_batch bigint, of_tenant int) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform auth.require_context('admin');
  update portal.payment_orders o set received_on = null, cancelled_at = coalesce(o.cancelled_at, clock_timestamp())
    from portal.ingest_plan q join portal.payments p on p.id = q.row_id
   where q.batch = of_batch and q.act = 'move' and q.from_tenant = of_tenant and p.tenant_id = of_tenant
     and o.tenant_id = of_tenant and o.met and (portal.order_reference(p.reference, p.payment_no) = o.reference
       or portal.bank_key(p.reference) = o.bank_key or portal.bank_key(p.payment_no) = o.bank_key)
     and not exists (select from portal.card_payments c where c.tenant_id = o.tenant_id and c.order_id = o.id);
end $$;
alter function portal.close_met_payments(bigint, int) owner to portal_keeper;
revoke execute on function portal.close_met_payments(bigint, int) from public;
grant execute on function portal.made_on_client(int, text, text, int) to portal_admin;

-- Accepted purchase orders whose order moves away with a batch wait for one again, as before it came: an order being entered stands
-- in its place. It is taken as upstream's own again when it comes back.
create or replace function portal.part_purchase_orders(of_batch bigint, of_version int default 1) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare w record;
begin
  perform auth.require_context('ingest', 'admin');
  for w in
    select p.tenant_id, p.id, p.state, p.order_id, p.promised_date from portal.ingest_plan q
      join portal.purchase_orders p on p.tenant_id = q.from_tenant and p.order_id = q.row_id
     where q.batch = of_batch and q.version = of_version and q.act = 'move' and q.from_tenant > 0 and p.order_state = 'linked'
     order by p.tenant_id, p.id
  loop
    update portal.purchase_orders p set order_id = null, order_state = null where p.tenant_id = w.tenant_id and p.id = w.id;
    insert into portal.purchase_order_events (tenant_id, purchase_order_id, act, state, by_staff, details)
      values (w.tenant_id, w.id, 'parted', w.state, true, jsonb_build_object('orderId', w.order_id));
    insert into portal.outbox (tenant_id, topic, module, permission, object_id, payload)
      values (w.tenant_id, 'purchase-orders', 'orders', 'purchase_orders.read', w.id::text, '{"name": "purchase_order.parted"}');
    -- With a batch it has what upstream says of it now. Otherwise a day that may be the company's promise stays behind, and the next
    -- time that upstream sends the order counts as a change.
    if auth.context_kind() = 'admin' then
      set local portal.quiet = 'on';
      update portal.unassigned_orders o set promised_date = null where o.id = w.order_id and o.promised_date = w.promised_date;
      if found then
        update portal.ingest_plan q set content_hash = '00000000-0000-0000-0000-000000000000' where q.batch = of_batch and q.row_id = w.order_id;
      end if;
      set local portal.quiet = 'off';
    end if;
    perform portal.enter_order(w.tenant_id, w.id);
  end loop;
end $$;
alter function portal.part_purchase_orders(bigint, int) owner to portal_keeper;
revoke execute on function portal.part_purchase_orders(bigint, int) from public;
grant execute on function portal.part_purchase_orders(bigint, int) to portal_keeper, portal_ingest;
