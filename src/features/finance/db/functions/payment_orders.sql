-- Payments that are made here. What upstream sends of one takes the place of what was recorded here, so that it is one payment
-- whichever came first: rows of source 0 stand exactly as long as staff say that it came in and upstream does not have it.

grant execute on function portal.order_reference(text, text) to portal_keeper, portal_ingest;
grant execute on function portal.bank_key(text) to portal_keeper, portal_ingest;

-- The rows of one order that upstream has not sent itself: a part for each invoice, and what stays on account. A refund is below 0.
create or replace function portal.payment_rows(o portal.payment_orders, out no int, out invoice_key text, out settles smallint, out cents bigint)
  returns setof record language sql stable set search_path = pg_catalog, pg_temp as $$
  select p.no, p.invoice_key, nullif(p.source_id, 0)::smallint, p.cents * case o.kind when 'refund' then -1 else 1 end
    from (select t.no, t.invoice_key, t.source_id, t.amount_cents as cents
            from portal.payment_parts t where t.tenant_id = o.tenant_id and t.order_id = o.id
          union all
          select 0, null, null, o.on_account_cents where o.on_account_cents > 0) p
   where not exists (select from portal.payments u
          where u.tenant_id = o.tenant_id and (portal.order_reference(u.reference, u.payment_no) = o.reference
              or portal.bank_key(u.reference) = o.bank_key or portal.bank_key(u.payment_no) = o.bank_key)
            and u.source_id <> 0 and u.currency = o.currency and (u.amount_cents < 0) = (o.kind = 'refund')
            and (u.source_id = p.source_id and u.invoice_no = p.invoice_key or p.invoice_key is null and u.invoice_no is null))
$$;
grant execute on function portal.payment_rows(portal.payment_orders) to portal_keeper;

-- Puts the rows of one order right. The caller holds the order. What a provider gave back is taken off the parts, the last one
-- first, unless upstream has sent it back itself.
create or replace function portal.settle_payment_order(of_tenant int, of_order bigint) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  o portal.payment_orders;
  c portal.card_payments;
  is_met boolean;
  back bigint;
begin
  select * into o from portal.payment_orders x where x.tenant_id = of_tenant and x.id = of_order;
  select * into c from portal.card_payments x where x.tenant_id = of_tenant and x.order_id = of_order;
  select coalesce(sum(p.amount_cents * case o.kind when 'refund' then -1 else 1 end) filter (where p.amount_cents > 0 or c.order_id is null), 0)
           >= o.amount_cents,
         case when o.received_on is null then 0
              else greatest(coalesce(c.returned_cents, 0) + coalesce(sum(p.amount_cents) filter (where p.amount_cents < 0), 0), 0) end
    into is_met, back
    from portal.payments p
   where p.tenant_id = o.tenant_id and (portal.order_reference(p.reference, p.payment_no) = o.reference
         or portal.bank_key(p.reference) = o.bank_key or portal.bank_key(p.payment_no) = o.bank_key)
     and p.source_id <> 0 and p.kind = 'payment' and p.currency = o.currency;
  delete from portal.payments p
   using (select t.no from portal.payment_parts t where t.tenant_id = o.tenant_id and t.order_id = o.id union all select 0) t
   where p.tenant_id = o.tenant_id and p.source_id = 0 and p.source_key = o.reference || chr(31) || t.no
     and (o.received_on is null or is_met or not exists (select from portal.payment_rows(o) r where r.no = t.no));
  if o.received_on is not null and not is_met then
    insert into portal.payments (tenant_id, source_id, source_key, payment_no, line_no, kind, invoice_no, settles_source, payment_date,
        reference, currency, amount_cents)
    select o.tenant_id, 0, o.reference || chr(31) || r.no, o.reference, r.no::text, o.kind, r.invoice_key, r.settles,
           o.received_on, o.reference, o.currency, r.cents
      from portal.payment_rows(o) r
    on conflict (tenant_id, source_id, source_key) do nothing;
  end if;
  if c.order_id is not null then perform portal.settle_returned(o, is_met, back, c.returned_on); end if;
  if is_met <> o.met then
    update portal.payment_orders x set met = is_met where x.tenant_id = o.tenant_id and x.id = o.id;
  end if;
end $$;
alter function portal.settle_payment_order(int, bigint) owner to portal_keeper;
revoke execute on function portal.settle_payment_order(int, bigint) from public;

-- What upstream sent, changed or took away bears references of orders, or what the bank says of recorded ones: these are put right.
-- Before what is paid of invoices is (a_ comes before apply_), and orders in their order, so that nobody waits in a circle.
create or replace function portal.meet_payment_orders() returns trigger
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  o record;
  touched bigint[];
begin
  execute format($sql$
    with said as (
      select distinct r.tenant_id, c.code
        from (%s) r cross join lateral (values (portal.order_reference(r.reference, r.payment_no)), (portal.bank_key(r.reference)),
          (portal.bank_key(r.payment_no))) c (code)
       where r.source_id <> 0 and c.code is not null)
    select array_agg(x.id) from (
      select o.id from said s join portal.payment_orders o on o.tenant_id = s.tenant_id and o.reference = s.code
      union
      select o.id from said s join portal.payment_orders o on o.tenant_id = s.tenant_id and o.bank_key = s.code) x
  $sql$, case tg_op
    when 'INSERT' then 'select a.tenant_id, a.source_id, a.reference, a.payment_no from added a'
    when 'DELETE' then 'select d.tenant_id, d.source_id, d.reference, d.payment_no from removed d'
    else 'select a.tenant_id, a.source_id, a.reference, a.payment_no from added a
          union all select d.tenant_id, d.source_id, d.reference, d.payment_no from removed d' end) into touched;
  if touched is null then return null; end if;
  for o in select x.tenant_id, x.id from portal.payment_orders x where x.id = any (touched) order by x.tenant_id, x.id for update loop
    perform portal.settle_payment_order(o.tenant_id, o.id);
  end loop;
  return null;
end $$;
alter function portal.meet_payment_orders() owner to portal_keeper;

-- What of an invoice is neither paid nor announced to be.
create or replace function portal.payable(of_tenant int, of_invoice bigint) returns bigint
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select i.balance_cents - coalesce((select sum(t.amount_cents) from portal.payment_parts t
      join portal.payment_orders o on o.tenant_id = t.tenant_id and o.id = t.order_id
     where t.tenant_id = i.tenant_id and t.invoice_id = i.id and o.cancelled_at is null and o.received_on is null and not o.met), 0)::bigint
    from portal.invoices i where i.tenant_id = of_tenant and i.id = of_invoice and (auth.is_admin() or i.tenant_id = any (auth.seen_tenants()))
$$;
alter function portal.payable(int, bigint) owner to portal_keeper;
revoke execute on function portal.payable(int, bigint) from public;
grant execute on function portal.payable(int, bigint) to portal_member, portal_staff, portal_admin;

-- An order of a tenant for these invoices: [{"id", "cents"}], and what is on account beside them. The same wish again is the same
-- order; no more than is open of any of them, however many ask at once. `refused` with the invoice that it is about. The caller has
-- looked at who asks, and at what a refund gives back.
create or replace function portal.place_payment(of_tenant int, of_wish text, of_kind text, parts jsonb, on_account bigint, in_currency text,
  out of_order bigint, out of_reference text, out refused text, out about text, out open_cents bigint, out known boolean)
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  i record;
  of_currency text := in_currency;
begin
  -- One after the other within a tenant.
  perform pg_advisory_xact_lock(hashtextextended('payment_orders ' || of_tenant, 0));
  select o.id, o.reference into of_order, of_reference from portal.payment_orders o where o.tenant_id = of_tenant and o.wish = of_wish;
  known := found;
  if known then return; end if;
  for i in
    select p.id, p.cents, p.n, v.id as found, v.invoice_no, v.currency,
           case of_kind when 'refund' then -v.balance_cents else portal.payable(of_tenant, v.id) end as payable
      from (select (x ->> 'id')::bigint as id, (x ->> 'cents')::bigint as cents, n from jsonb_array_elements(parts) with ordinality e (x, n)) p
      left join portal.invoices v on v.tenant_id = of_tenant and v.id = p.id order by p.n
  loop
    about := coalesce(i.invoice_no, i.id::text);
    if i.found is null then refused := 'unknown_invoice'; return; end if;
    if of_currency <> i.currency then refused := 'one_currency'; return; end if;
    of_currency := i.currency;
    open_cents := greatest(i.payable, 0);
    if i.cents > i.payable then refused := 'pays_too_much'; return; end if;
  end loop;
  of_reference := 'PAY-' || upper(substr(replace(gen_random_uuid()::text, '-', ''), 1, 10));
  insert into portal.payment_orders (tenant_id, reference, wish, kind, currency, amount_cents, on_account_cents, created_by)
    values (of_tenant, of_reference, of_wish, of_kind, coalesce(of_currency, (select t.currency from portal.tenants t where t.id = of_tenant)),
      (select coalesce(sum((x ->> 'cents')::bigint), 0) from jsonb_array_elements(parts) x) + on_account, on_account, auth.actor())
    returning id into of_order;
  insert into portal.payment_parts (tenant_id, order_id, no, invoice_id, source_id, invoice_key, invoice_no, amount_cents)
  select of_tenant, of_order, p.n, v.id, v.source_id, v.source_key, v.invoice_no, p.cents
    from (select (x ->> 'id')::bigint as id, (x ->> 'cents')::bigint as cents, n from jsonb_array_elements(parts) with ordinality e (x, n)) p
    join portal.invoices v on v.tenant_id = of_tenant and v.id = p.id;
end $$;
alter function portal.place_payment(int, text, text, jsonb, bigint, text) owner to portal_keeper;
revoke execute on function portal.place_payment(int, text, text, jsonb, bigint, text) from public;

-- A member's tenant is about to pay these invoices by one transfer. With a card, the provider is asked to collect it
-- (src/features/finance/db/functions/card_payments.sql); without one it is a bank transfer.
create or replace function portal.announce_payment(of_wish text, parts jsonb, of_method bigint, return_to text, out of_reference text, out refused text, out about text,
  out open_cents bigint, out known boolean)
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  of_tenant int := case when auth.context_kind() = 'member' and not auth.is_viewing() then auth.tenant() end;
  placed record;
begin
  if of_tenant is null then raise exception 'not a member' using errcode = '42501'; end if;
  if of_method is not null and not exists (select from portal.payment_orders o where o.tenant_id = of_tenant and o.wish = of_wish) then
    refused := (select case when m.id is null then 'unknown_method' when make_date(m.exp_year, m.exp_month, 1) + interval '1 month' <= now() then 'method_expired' end
                  from (select) x left join portal.payment_methods m on m.tenant_id = of_tenant and m.id = of_method and m.removed_at is null);
    if refused is not null then return; end if;
  end if;
  placed := portal.place_payment(of_tenant, of_wish, 'payment', parts, 0, null);
  of_reference := placed.of_reference;
  refused := placed.refused;
  about := placed.about;
  open_cents := placed.open_cents;
  known := placed.known;
  if known or refused is not null then return; end if;
  if of_method is not null then
    insert into portal.card_payments (tenant_id, order_id, method_id, return_to)
      values (of_tenant, placed.of_order, of_method, announce_payment.return_to);
  end if;
  perform portal.moved_invoices(of_tenant);
end $$;
alter function portal.announce_payment(text, jsonb, bigint, text) owner to portal_keeper;
revoke execute on function portal.announce_payment(text, jsonb, bigint, text) from public;
grant execute on function portal.announce_payment(text, jsonb, bigint, text) to portal_member;

-- Taken back by the tenant that announced it, or seen to have come in by staff. False: it is in the other state already, or with the
-- provider: it alone says what came in, and takes back what the payer did not confirm.
create or replace function portal.mark_payment(of_tenant int, of_order bigint, of_day date) returns boolean
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  by_staff boolean := auth.is_admin() or of_tenant = any (case when auth.is_staff() then auth.staff_tenants() end);
  o portal.payment_orders;
begin
  if not coalesce(case when of_day is null then auth.context_kind() = 'member' and not auth.is_viewing() and auth.tenant() = of_tenant
                       else by_staff end, false) then
    raise exception 'payment of another tenant' using errcode = '42501';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('payment_orders ' || of_tenant, 0));
  select * into o from portal.payment_orders x where x.tenant_id = of_tenant and x.id = of_order for update;
  if o.received_on is not null or o.met or (of_day is null and o.cancelled_at is not null) then return false; end if;
  if exists (select from portal.card_payments c where c.tenant_id = of_tenant and c.order_id = of_order) then
    update portal.card_payments c set cancels = true, due_at = clock_timestamp()
     where c.tenant_id = of_tenant and c.order_id = of_order and c.stage = 'action' and not c.cancels and of_day is null;
    if found then perform portal.moved_invoices(of_tenant); end if;
    return found;
  end if;
  update portal.payment_orders x set received_on = of_day, cancelled_at = case when of_day is null then clock_timestamp() end
   where x.tenant_id = of_tenant and x.id = of_order;
  perform portal.settle_payment_order(of_tenant, of_order);
  perform portal.moved_invoices(of_tenant);
  return true;
end $$;
alter function portal.mark_payment(int, bigint, date) owner to portal_keeper;
revoke execute on function portal.mark_payment(int, bigint, date) from public;
grant execute on function portal.mark_payment(int, bigint, date) to portal_member, portal_staff, portal_admin;
