-- What came in without being announced: staff record it, by what the bank says of it. It is an order that is received from the
-- beginning, so that balances, papers and upstream's own row of it are as for any other (payment_orders.sql).

-- What a client has to its credit and could be given back: [{"id", "cents"}] of its credit notes and of invoices that were paid twice,
-- the oldest first, up to so much. The rest is on account.
create or replace function portal.refunded_parts(of_tenant int, in_currency text, of_cents bigint) returns jsonb
  language sql stable set search_path = pg_catalog, pg_temp as $$
  with own as (
    select i.id, -i.balance_cents as cents, coalesce(sum(-i.balance_cents) over (order by i.invoice_date, i.id
             rows between unbounded preceding and 1 preceding), 0) as before, row_number() over (order by i.invoice_date, i.id) as n
      from portal.invoices i where i.tenant_id = of_tenant and i.currency = in_currency and i.balance_cents < 0
  )
  select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'cents', least(o.cents, of_cents - o.before)) order by o.n), '[]')
    from own o where o.before < of_cents
$$;
grant execute on function portal.refunded_parts(int, text, bigint) to portal_keeper;

-- `refused` as portal.place_payment has it; 'recorded' for what staff have recorded already, 'from_upstream' for what upstream has
-- sent, 'refunds_too_much' for more than the client's credit, as portal.receivables counts it. A deposit and a refund have no parts
-- of the asker's.
create or replace function portal.record_payment(of_tenant int, of_wish text, of_kind text, of_day date, said text, parts jsonb, on_account bigint,
  in_currency text, today date, out of_reference text, out refused text, out about text, out open_cents bigint, out known boolean)
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  placed record;
  key text := portal.bank_key(said);
  refunded bigint := 0;
begin
  if not coalesce(auth.is_admin() or of_tenant = any (case when auth.is_staff() then auth.staff_tenants() end), false) then
    raise exception 'payment of another tenant' using errcode = '42501';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('payment_orders ' || of_tenant, 0));
  if of_kind = 'refund' and not exists (select from portal.payment_orders o where o.tenant_id = of_tenant and o.wish = of_wish) then
    in_currency := coalesce(in_currency, (select t.currency from portal.tenants t where t.id = of_tenant));
    open_cents := greatest(coalesce((select r.credit from portal.receivables(of_tenant, today) r where r.currency = in_currency), 0), 0);
    about := in_currency;
    if on_account > open_cents then refused := 'refunds_too_much'; return; end if;
    parts := portal.refunded_parts(of_tenant, in_currency, on_account);
    refunded := (select coalesce(sum((x ->> 'cents')::bigint), 0) from jsonb_array_elements(parts) x);
  end if;
  placed := portal.place_payment(of_tenant, of_wish, of_kind, parts, on_account - refunded, in_currency);
  of_reference := placed.of_reference;
  refused := placed.refused;
  about := placed.about;
  open_cents := placed.open_cents;
  known := placed.known;
  if known or refused is not null then return; end if;
  if exists (select from portal.payment_orders o join portal.payment_orders n on n.tenant_id = o.tenant_id and n.currency = o.currency
              where o.tenant_id = of_tenant and o.bank_key = key and o.cancelled_at is null and n.id = placed.of_order) then
    refused := 'recorded';
  elsif exists (select from portal.payments p join portal.payment_orders n on n.tenant_id = p.tenant_id and n.currency = p.currency
              where p.tenant_id = of_tenant and p.source_id <> 0 and p.kind = 'payment' and n.id = placed.of_order
                and (p.amount_cents < 0) = (of_kind = 'refund')
                and (portal.bank_key(p.reference) = key or portal.bank_key(p.payment_no) = key)) then
    refused := 'from_upstream';
  end if;
  -- The order that was placed goes with the transaction of whoever is refused.
  if refused is not null then return; end if;
  update portal.payment_orders o set recorded = true, bank_reference = said, received_on = of_day
   where o.tenant_id = of_tenant and o.id = placed.of_order;
  perform portal.settle_payment_order(of_tenant, placed.of_order);
  perform portal.moved_invoices(of_tenant);
end $$;
alter function portal.record_payment(int, text, text, date, text, jsonb, bigint, text, date) owner to portal_keeper;
revoke execute on function portal.record_payment(int, text, text, date, text, jsonb, bigint, text, date) from public;
grant execute on function portal.record_payment(int, text, text, date, text, jsonb, bigint, text, date) to portal_staff, portal_admin;

-- Staff were wrong: it did not come in, or not so. What was announced is announced again; what they recorded is cancelled, and what the
-- bank said of it is free for another record.
-- False: it has not come in, or upstream or a card's provider says that it did.
create or replace function portal.unreceive_payment(of_tenant int, of_order bigint) returns boolean
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare o portal.payment_orders;
begin
  if not coalesce(auth.is_admin() or of_tenant = any (case when auth.is_staff() then auth.staff_tenants() end), false) then
    raise exception 'payment of another tenant' using errcode = '42501';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('payment_orders ' || of_tenant, 0));
  select * into o from portal.payment_orders x where x.tenant_id = of_tenant and x.id = of_order for update;
  if o.received_on is null or o.met or exists (select from portal.card_payments c where c.tenant_id = of_tenant and c.order_id = of_order) then
    return false;
  end if;
  update portal.payment_orders x
     set received_on = null, bank_reference = null, cancelled_at = case when x.recorded then clock_timestamp() else x.cancelled_at end
   where x.tenant_id = of_tenant and x.id = of_order;
  perform portal.settle_payment_order(of_tenant, of_order);
  perform portal.moved_invoices(of_tenant);
  return true;
end $$;
alter function portal.unreceive_payment(int, bigint) owner to portal_keeper;
revoke execute on function portal.unreceive_payment(int, bigint) from public;
grant execute on function portal.unreceive_payment(int, bigint) to portal_staff, portal_admin;
