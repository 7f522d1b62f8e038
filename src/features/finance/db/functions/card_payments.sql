-- What a provider collects. Nothing that it says is counted up: each answer is the whole state of one payment, so that it may come
-- early, late, twice and in any order, from the job that asks or because the provider spoke up first.

-- The next one that the provider is to be asked about, for a server that has time; within the minute it is that server's. One that
-- waited for its payer for an hour is to be cancelled.
create or replace function portal.claim_card_payment() returns table (tenant_id int, order_id bigint, reference text, currency text, cents bigint,
  customer text, token text, provider_id text, return_to text, cancels boolean, hints int, age_seconds int)
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare c portal.card_payments;
begin
  -- What was restored from a backup collects nothing before somebody confirms that it is the one that goes on.
  if exists (select from portal.installation i where i.restored_at is not null) then return; end if;
  select x.* into c from portal.card_payments x where x.due_at <= clock_timestamp() order by x.due_at limit 1 for update skip locked;
  if c.order_id is null then return; end if;
  update portal.card_payments x
     set due_at = clock_timestamp() + interval '1 minute',
         cancels = x.cancels or (x.stage = 'action' and o.created_at < clock_timestamp() - interval '1 hour')
    from portal.payment_orders o
   where x.tenant_id = c.tenant_id and x.order_id = c.order_id and o.tenant_id = x.tenant_id and o.id = x.order_id
  returning x.* into c;
  return query
    select c.tenant_id, c.order_id, o.reference, o.currency::text, o.amount_cents, m.customer, m.token, c.provider_id, c.return_to,
           c.cancels, c.hints, extract(epoch from clock_timestamp() - o.created_at)::int
      from portal.payment_orders o join portal.payment_methods m on m.tenant_id = o.tenant_id and m.id = c.method_id
     where o.tenant_id = c.tenant_id and o.id = c.order_id;
end $$;

-- The provider says that something happened to one of these names: it is asked what. What is not known here is not ours.
create or replace function portal.hear_of_payment(of_reference text, of_provider text) returns void
  language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  update portal.card_payments c
     set hints = c.hints + 1, due_at = clock_timestamp(), provider_id = coalesce(c.provider_id, of_provider)
    from portal.payment_orders o
   where o.tenant_id = c.tenant_id and o.id = c.order_id
     and case when of_reference is null then c.provider_id = of_provider
              else o.reference = of_reference and (c.provider_id is null or of_provider is null or c.provider_id = of_provider) end
$$;

-- The wanted rows below 0 of what came back: of the last part first, on its invoice where its payment stands, else on account.
create or replace function portal.returned_parts(o portal.payment_orders, is_met boolean, back bigint,
  out part text, out invoice text, out settles smallint, out cents bigint) returns setof record
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select 'R' || t.no, case when t.named then t.invoice_key end, case when t.named then nullif(t.source_id, 0) end, -t.taken
    from (select x.no, x.invoice_key, x.source_id,
                 least(x.amount_cents, back - coalesce(sum(x.amount_cents) over (order by x.no desc rows between unbounded preceding and 1 preceding), 0)) as taken,
                 not is_met or exists (select from portal.payments u
                   where u.tenant_id = o.tenant_id and portal.order_reference(u.reference, u.payment_no) = o.reference
                     and u.source_id = x.source_id and u.source_id <> 0 and u.invoice_no = x.invoice_key and u.currency = o.currency and u.amount_cents > 0) as named
            from portal.payment_parts x where x.tenant_id = o.tenant_id and x.order_id = o.id) t
   where t.taken > 0
$$;
grant execute on function portal.returned_parts(portal.payment_orders, boolean, bigint) to portal_keeper;

create or replace function portal.settle_returned(o portal.payment_orders, is_met boolean, back bigint, on_day date) returns void
  language plpgsql volatile set search_path = pg_catalog, pg_temp as $$
begin
  delete from portal.payments p
   where p.tenant_id = o.tenant_id and p.source_id = 0 and starts_with(p.source_key, o.reference || chr(31) || 'R')
     and not exists (select from portal.returned_parts(o, is_met, back) r
       where p.line_no = r.part and p.amount_cents = r.cents and p.payment_date = on_day and p.invoice_no is not distinct from r.invoice);
  insert into portal.payments (tenant_id, source_id, source_key, payment_no, line_no, kind, invoice_no, settles_source, payment_date,
      reference, currency, amount_cents)
  select o.tenant_id, 0, o.reference || chr(31) || r.part, o.reference, r.part, 'payment', r.invoice, r.settles, on_day, o.reference, o.currency,
         r.cents
    from portal.returned_parts(o, is_met, back) r
  on conflict (tenant_id, source_id, source_key) do nothing;
end $$;
grant execute on function portal.settle_returned(portal.payment_orders, boolean, bigint, date) to portal_keeper;

-- For the trail and for people: what the provider's word made of a payment.
create or replace function portal.tell_of_card_payment(o portal.payment_orders, what text, before jsonb, after jsonb) returns void
  language plpgsql volatile set search_path = pg_catalog, pg_temp as $$
begin
  insert into portal.outbox (tenant_id, topic, module, permission, object_id, payload)
    values (o.tenant_id, 'payment.' || what, 'finance', 'invoices.read', o.reference, jsonb_build_object('reference', o.reference));
  -- Of a refusal the payer hears; who took it back knows.
  insert into portal.notice_queue (tenant_id, kind, subject, module, permission, to_members, to_staff, to_people, facts)
  select o.tenant_id, 'payment_' || what, 'finance', 'finance', 'invoices.read', true, what <> 'declined',
         case what when 'declined' then array[o.created_by] end,
         jsonb_build_object('payment', o.reference, 'currency', o.currency, 'cents', coalesce((after ->> 'returned')::bigint, o.amount_cents))
   where what <> 'cancelled';
  perform portal.append_audit(o.tenant_id, 'payment.' || what, 'payment', o.reference, before, after, null, 'payment provider');
end $$;
grant execute on function portal.tell_of_card_payment(portal.payment_orders, text, jsonb, jsonb) to portal_keeper;

-- What the provider says of a payment now. That it was collected is so whatever was thought before; anything else counts only while
-- its last word is open. `of_hints`: as they were when it was asked, for what it said since is asked for again.
create or replace function portal.keep_card_payment(of_tenant int, of_order bigint, of_hints int, status text, of_provider text, of_url text,
  of_reason text, of_returned bigint, today date) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  o portal.payment_orders;
  c portal.card_payments;
  was portal.card_payments;
begin
  perform pg_advisory_xact_lock(hashtextextended('payment_orders ' || of_tenant, 0));
  select * into o from portal.payment_orders x where x.tenant_id = of_tenant and x.id = of_order for update;
  select * into c from portal.card_payments x where x.tenant_id = of_tenant and x.order_id = of_order for update;
  -- Of another payment than the one that is known.
  if c.order_id is null or c.provider_id <> of_provider then return; end if;
  was := c;
  c.provider_id := coalesce(c.provider_id, of_provider);
  if status = 'collected' then
    c.stage := 'done';
    c.reason := null;
    if of_returned <> c.returned_cents then
      c.returned_cents := of_returned;
      c.returned_on := today;
    end if;
  elsif c.stage <> 'done' and status in ('declined', 'cancelled') then
    c.stage := 'done';
    c.reason := case when status = 'declined' then of_reason when o.created_at < clock_timestamp() - interval '1 hour' then 'lapsed' else 'cancelled' end;
  elsif c.stage <> 'done' and status = 'action' then
    c.stage := 'action';
    c.action_url := of_url;
  elsif c.stage = 'action' and status = 'processing' then
    c.stage := 'asking';
  end if;
  if c.stage = 'done' then c.action_url := null; end if;
  -- Asked again ever more seldom, but within ten minutes; for good once it is done and nothing was heard meanwhile.
  c.due_at := case when c.hints <> of_hints then clock_timestamp()
    when c.stage <> 'done' then clock_timestamp() + least(greatest((clock_timestamp() - o.created_at) / 5, interval '1 second'), interval '10 minutes') end;
  update portal.card_payments x set stage = c.stage, provider_id = c.provider_id, action_url = c.action_url, reason = c.reason,
      returned_cents = c.returned_cents, returned_on = c.returned_on, due_at = c.due_at
   where x.tenant_id = of_tenant and x.order_id = of_order;
  if (c.stage, c.action_url, c.returned_cents) is not distinct from (was.stage, was.action_url, was.returned_cents)
     and (status <> 'collected' or o.received_on is not null) then return; end if;

  if status = 'collected' and o.received_on is null then
    update portal.payment_orders x set received_on = today, cancelled_at = null where x.tenant_id = of_tenant and x.id = of_order;
  elsif c.stage = 'done' and was.stage <> 'done' and status <> 'collected' then
    update portal.payment_orders x set cancelled_at = clock_timestamp() where x.tenant_id = of_tenant and x.id = of_order;
  end if;
  perform portal.settle_payment_order(of_tenant, of_order);
  perform portal.moved_invoices(of_tenant);
  if status = 'collected' and o.received_on is null then
    perform portal.tell_of_card_payment(o, 'received', jsonb_build_object('state', 'pending'), jsonb_build_object('state', 'received', 'receivedOn', today));
  elsif c.stage = 'done' and was.stage <> 'done' and status <> 'collected' then
    perform portal.tell_of_card_payment(o, case c.reason when 'cancelled' then 'cancelled' else 'declined' end,
      jsonb_build_object('state', 'pending'), jsonb_build_object('state', case c.reason when 'cancelled' then 'cancelled' else 'declined' end, 'reason', c.reason));
  end if;
  if c.returned_cents <> was.returned_cents then
    perform portal.tell_of_card_payment(o, 'returned', jsonb_build_object('returned', was.returned_cents), jsonb_build_object('returned', c.returned_cents));
  end if;
end $$;
alter function portal.keep_card_payment(int, bigint, int, text, text, text, text, bigint, date) owner to portal_keeper;
revoke execute on function portal.keep_card_payment(int, bigint, int, text, text, text, text, bigint, date) from public;
grant execute on function portal.keep_card_payment(int, bigint, int, text, text, text, text, bigint, date) to portal_owner;

alter function portal.claim_card_payment() owner to portal_keeper;
alter function portal.hear_of_payment(text, text) owner to portal_keeper;
revoke execute on function portal.claim_card_payment(), portal.hear_of_payment(text, text) from public;
grant execute on function portal.claim_card_payment(), portal.hear_of_payment(text, text) to portal_owner;

-- For the server, outside of any context.
create or replace function auth.claim_card_payment() returns table (tenant_id int, order_id bigint, reference text, currency text, cents bigint,
  customer text, token text, provider_id text, return_to text, cancels boolean, hints int, age_seconds int)
  language sql volatile security definer set search_path = pg_catalog, pg_temp as $$ select * from portal.claim_card_payment() $$;
create or replace function auth.hear_of_payment(of_reference text, of_provider text) returns void
  language sql volatile security definer set search_path = pg_catalog, pg_temp as $$ select portal.hear_of_payment(of_reference, of_provider) $$;
grant execute on function auth.claim_card_payment(), auth.hear_of_payment(text, text) to portal_app;
