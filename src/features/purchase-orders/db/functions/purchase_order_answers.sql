-- Lines as both sides agree to them from now on, and what the purchase order comes to.
create or replace function portal.keep_agreed(of_tenant int, of_id bigint, quantities jsonb, prices jsonb, out cents bigint, out unpriced int) returns record
  language sql volatile set search_path = pg_catalog, pg_temp as $$
  update portal.purchase_order_lines l
     set quantity = coalesce(q.quantity, l.quantity), unit_price = coalesce(p."unitPrice", l.unit_price),
         price_per = coalesce(p."pricePer", l.price_per)
    from generate_series(1, 200) n
    left join jsonb_to_recordset(quantities) q ("lineNo" int, quantity numeric) on q."lineNo" = n
    left join jsonb_to_recordset(prices) p ("lineNo" int, "unitPrice" numeric, "pricePer" numeric) on p."lineNo" = n
   where l.tenant_id = of_tenant and l.purchase_order_id = of_id and l.line_no = n and (q."lineNo" is not null or p."lineNo" is not null);
  select coalesce(sum(l.amount_cents), 0)::bigint, (count(*) filter (where l.unit_price is null))::int
    from portal.purchase_order_lines l where l.tenant_id = of_tenant and l.purchase_order_id = of_id
$$;
grant execute on function portal.keep_agreed(int, bigint, jsonb, jsonb) to portal_member, portal_staff, portal_admin, portal_keeper;

-- For so long whoever answered a purchase order may undo it; an acceptance is told and handed to upstream afterwards.
create or replace function portal.undo_time() returns interval
  language sql immutable set search_path = pg_catalog, pg_temp as $$ select interval '10 minutes' $$;
grant execute on function portal.undo_time() to portal_member, portal_staff, portal_admin, portal_keeper;

-- Acceptances that cannot be undone any more take effect: the client hears of them, upstream collects them, and the order is entered.
-- Answers how many. Several servers share the work.
create or replace function portal.release_acceptances(most int) returns int
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  p portal.purchase_orders%rowtype;
  sums record;
  done int := 0;
begin
  for p in select * from portal.purchase_orders x where x.acceptance is not null and x.answered_at <= clock_timestamp() - portal.undo_time()
      order by x.answered_at limit most for update skip locked loop
    select * into sums from portal.keep_agreed(p.tenant_id, p.id, '[]', coalesce(p.acceptance -> 'prices', '[]'));
    update portal.purchase_orders x
       set state = 'accepted', version = p.version + 1, feed_version = p.version + 1, decided_at = p.answered_at, updated_at = clock_timestamp(),
           promised_date = (p.acceptance ->> 'promisedDate')::date, acceptance = null, proposal = null,
           total_cents = sums.cents, unpriced_lines = sums.unpriced
     where x.tenant_id = p.tenant_id and x.id = p.id;
    update portal.purchase_order_events e set staff_only = false
     where e.tenant_id = p.tenant_id and e.purchase_order_id = p.id and e.id = (p.acceptance ->> 'eventId')::bigint;
    perform portal.enter_order(p.tenant_id, p.id);
    insert into portal.outbox (tenant_id, topic, module, permission, object_id, payload)
      values (p.tenant_id, 'purchase-orders', 'orders', 'purchase_orders.read', p.id::text,
        jsonb_build_object('name', 'purchase_order.accepted', 'version', p.version + 1));
    insert into portal.notice_queue (tenant_id, kind, subject, module, permission, to_members, to_staff, by_user, facts)
      values (p.tenant_id, 'po_promised', 'purchase_orders', 'orders', 'purchase_orders.read', true, false, p.answered_by,
        jsonb_build_object('id', p.id, 'order', coalesce(p.po_no, p.number::text), 'date', p.acceptance ->> 'promisedDate'));
    done := done + 1;
  end loop;
  return done;
end $$;
alter function portal.release_acceptances(int) owner to portal_keeper;
grant execute on function portal.release_acceptances(int) to portal_events;
