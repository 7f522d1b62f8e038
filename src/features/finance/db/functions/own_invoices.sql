-- What was written here of a tenant's invoices and payments moved: its version, and one event for the streams, as after a batch.
create or replace function portal.moved_invoices(of_tenant int) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into portal.data_versions as d (tenant_id, topic) values (0, 'invoices'), (of_tenant, 'invoices')
    on conflict (tenant_id, topic) do update set version = d.version + 1;
  insert into portal.outbox (tenant_id, topic, module, permission, payload, created_at)
  select v.tenant_id, v.topic, 'finance', 'invoices.read', jsonb_build_object('version', v.version), clock_timestamp()
    from portal.data_versions v where v.topic = 'invoices' and v.tenant_id in (0, of_tenant) order by v.tenant_id;
end $$;
alter function portal.moved_invoices(int) owner to portal_keeper;
revoke execute on function portal.moved_invoices(int) from public;

-- Lines of a draft with their amounts, and what they come to; a credit note is below 0. Halves of a cent go away from 0, or of a whole one where the currency has nothing smaller.
drop function if exists portal.draft_lines(jsonb, int, text);
create or replace function portal.draft_lines(lines jsonb, sign int, in_currency text, out line_no int, out item_no text, out description text,
  out quantity numeric, out unit text, out unit_price numeric, out cents bigint, out lots text) returns setof record
  language sql immutable set search_path = pg_catalog, pg_temp as $$
  select n::int, nullif(l ->> 'itemNo', ''), nullif(l ->> 'description', ''), sign * q, nullif(l ->> 'unit', ''), price,
         coalesce(sign * portal.round_cents(q * price * 100, in_currency), 0), nullif(l ->> 'lots', '')
    from jsonb_array_elements(lines) with ordinality e (l, n)
   cross join lateral (select nullif(l ->> 'quantity', '')::numeric as q, nullif(l ->> 'unitPrice', '')::numeric as price) x
$$;
grant execute on function portal.draft_lines(jsonb, int, text) to portal_staff, portal_admin, portal_keeper;

create or replace function portal.draft_total(lines jsonb, taxes jsonb, sign int, in_currency text, out subtotal bigint, out total bigint) returns record
  language sql immutable set search_path = pg_catalog, pg_temp as $$
  select s.cents, s.cents + t.cents
    from (select coalesce(sum(l.cents), 0)::bigint as cents from portal.draft_lines(lines, sign, in_currency) l) s,
         (select coalesce(sum(sign * portal.round_cents((x ->> 'amount')::numeric * 100, in_currency)), 0)::bigint as cents from jsonb_array_elements(taxes) x) t
$$;
grant execute on function portal.draft_total(jsonb, jsonb, int, text) to portal_staff, portal_admin, portal_keeper;

-- What of an invoice of the portal is not credited yet: of its total (part is null), and of each tax by its name.
create or replace function portal.creditable(of_tenant int, of_invoice text, out part text, out cents bigint) returns setof record
  language sql stable set search_path = pg_catalog, pg_temp as $$
  with own as (
    -- Credit notes are below 0, so that all of them added up are what is left.
    select i.total_cents, i.taxes from portal.invoices i where i.tenant_id = of_tenant and i.source_id = 0 and i.source_key = of_invoice
    union all
    select i.total_cents, i.taxes from portal.invoices i where i.tenant_id = of_tenant and i.source_id = 0 and i.credits_no = of_invoice
  )
  select null, coalesce(sum(o.total_cents), 0)::bigint from own o
  union all
  select x ->> 'name', sum((x ->> 'cents')::bigint)::bigint from own o cross join lateral jsonb_array_elements(o.taxes) x group by 1
$$;

-- The taxes of a place on a day, of an amount: the same rule as domain/taxes-of-place.ts, held against it by a test.
create or replace function portal.taxes_of(in_place text, on_day date, of_cents bigint, in_currency text, out name text, out rate numeric, out cents bigint)
  returns setof record language sql stable set search_path = pg_catalog, pg_temp as $$
  select r.name, r.rate, portal.round_cents(of_cents * r.rate / 100, in_currency)
    from (select distinct on (t.name) t.name, t.rate from portal.tax_rates t
           where t.place in (in_place, split_part(in_place, '-', 1)) and t.valid_from <= on_day
           order by t.name, t.place = in_place desc, t.valid_from desc) r
   where r.rate > 0 order by r.name collate "C"
$$;

-- Whether a number is one of the company's own: an order's, a PO's, or that of an item which it was offered, ordered, got or was invoiced.
create or replace function portal.is_own(of_tenant int, what text, said text) returns boolean
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select case what
    when 'ordNo' then exists (select from portal.orders o where o.tenant_id = of_tenant and o.ord_no = said collate portal.natural_order)
      or exists (select from portal.orders o where o.tenant_id = of_tenant and o.primary_no = said)
    when 'poNo' then exists (select from portal.orders o where o.tenant_id = of_tenant and lower(btrim(o.po_no)) = lower(btrim(said)))
      or exists (select from portal.purchase_orders p where p.tenant_id = of_tenant and p.po_key = lower(btrim(said)))
      or exists (select from portal.shipments s where s.tenant_id = of_tenant and s.po_no = said)
    when 'itemNo' then exists (select from portal.product_access a join portal.products p on p.id = a.product_id
                                where a.tenant_id = of_tenant and p.item_no = said)
      or exists (select from portal.order_lines l where l.tenant_id = of_tenant and l.item_no = said)
      or exists (select from portal.shipment_lines l where l.tenant_id = of_tenant and l.item_no = said)
      or exists (select from portal.invoice_lines l where l.tenant_id = of_tenant and l.item_no = said)
    end
$$;

-- What keeps a draft from being issued: where, the words for it among `fields` of the server's messages, and what they name. One
-- list for whoever writes it and for portal.issue_invoice.
create or replace function portal.draft_faults(of_draft bigint, out path text, out fault text, out about text, out cents bigint) returns setof record
  language sql stable set search_path = pg_catalog, pg_temp as $$
  with d as (
    select x.*, s.subtotal, s.total, t.currency as of_client, i.invoice_no as credited, i.invoice_date as credited_on, i.currency as credited_in,
           i.ord_no as credited_ord, i.po_no as credited_po
      from portal.invoice_drafts x
      join portal.tenants t on t.id = x.tenant_id
      cross join lateral portal.draft_total(x.lines, x.taxes, 1, x.currency) s
      left join portal.invoices i on i.tenant_id = x.tenant_id and i.source_id = 0 and i.source_key = x.credits_no and i.total_cents > 0
     where x.id = of_draft
  ), line as (
    select d.tenant_id, d.kind, 'lines.' || l.line_no - 1 || '.' as at, l.* from d cross join lateral portal.draft_lines(d.lines, 1, d.currency) l
  ), note as (
    select * from d where d.kind = 'credit_note'
  ), bill as (
    select * from d where d.kind = 'invoice'
  ), tax as (
    select d.id, n, x ->> 'name' as name, portal.round_cents((x ->> 'amount')::numeric * 100, d.currency) as cents
      from d cross join lateral jsonb_array_elements(d.taxes) with ordinality e (x, n)
  )
  -- Of both.
  select 'own', 'ownAddress', null, null::bigint from portal.installation i
   where exists (select from d) and '' in (coalesce(btrim(i.company_name), ''), coalesce(btrim(i.address), ''), coalesce(btrim(i.tax_numbers), ''))
  union all
  select 'billTo', 'missing', null, null from d where coalesce(btrim(bill_to), '') = ''
  union all
  select 'lines', 'missing', null, null from d where jsonb_array_length(lines) = 0
  union all
  select l.at || f.field, 'missing', null, null
    from line l cross join lateral (values ('description', l.description), ('quantity', l.quantity::text), ('unitPrice', l.unit_price::text)) f (field, value)
   where f.value is null
  union all
  select l.at || 'itemNo', 'notTheirs', null, null from line l where l.kind = 'invoice' and l.item_no is not null and not portal.is_own(l.tenant_id, 'itemNo', l.item_no)
  union all
  select f.field, 'notTheirs', null, null
    from d cross join lateral (values ('ordNo', d.ord_no, d.credited_ord), ('poNo', d.po_no, d.credited_po)) f (field, value, credited)
   where f.value is not null and f.value is distinct from f.credited and not portal.is_own(d.tenant_id, f.field, f.value)
  -- Of an invoice.
  union all
  select 'dueDate', 'termsOrDate', null, null from bill where due_date is null
  union all
  select 'currency', 'clientCurrency', of_client::text, null from bill where currency <> of_client
  union all
  select 'place', 'missing', null, null from bill where place is null
  union all
  select 'taxes', 'taxMissing', own.name, own.cents
    from bill cross join lateral portal.taxes_of(bill.place, bill.invoice_date, bill.subtotal, bill.currency) own
   where coalesce(btrim(tax_note), '') = '' and own.cents <> 0 and not exists (select from tax where tax.name = own.name)
  union all
  select 'taxes.' || tax.n - 1 || '.amount', case when own.name is null then 'taxNotOfPlace' else 'taxDiffers' end, tax.name, own.cents
    from bill join tax on tax.id = bill.id
    left join portal.taxes_of(bill.place, bill.invoice_date, bill.subtotal, bill.currency) own on own.name = tax.name
   where coalesce(btrim(bill.tax_note), '') = '' and own.cents is distinct from tax.cents
  -- Of a credit note.
  union all
  select 'creditsNo', 'missing', null, null from note where credited is null
  union all
  select 'currency', 'invoiceCurrency', credited_in::text, null from note where credited_in <> currency
  union all
  select 'date', 'notBefore', credited_on::text, null from note where invoice_date < credited_on
  union all
  select 'total', 'aboveZero', null, null from note where total <= 0
  union all
  select 'total', 'creditsTooMuch', note.credited, greatest(left_over.cents, 0)
    from note cross join lateral portal.creditable(note.tenant_id, note.credits_no) left_over
   where note.credited is not null and left_over.part is null and note.total > left_over.cents
  union all
  select 'taxes.' || t.n - 1 || '.amount', 'creditsTooMuchTax', t.name, greatest(coalesce(left_over.cents, 0), 0)
    from note
    -- A tax that is named twice counts together.
    join (select tax.*, sum(tax.cents) over (partition by tax.name) as together from tax) t on t.id = note.id
    left join portal.creditable(note.tenant_id, note.credits_no) left_over on left_over.part = t.name
   where note.credited is not null and t.together > coalesce(left_over.cents, 0)
$$;
grant execute on function portal.creditable(int, text), portal.taxes_of(text, date, bigint, text), portal.is_own(int, text, text), portal.draft_faults(bigint) to portal_staff, portal_admin, portal_keeper;

-- Issues a draft that still has the version that was looked at: the invoice with the next number of its tenant. What a credit note
-- credits is taken off its invoice as far as that is open, by two entries of opposite amounts; the rest is the client's credit.
-- No row: the draft is not there, or another version of it. `refused`: 'from_upstream' (invoices of a tenant have one origin, D5).
drop function if exists portal.issue_invoice(bigint, int);
create or replace function portal.issue_invoice(of_draft bigint, of_version int, out tenant int, out invoice bigint, out number text,
  out refused text)
  returns setof record language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  d portal.invoice_drafts;
  sign int;
  sums record;
  credited portal.invoices;
  taken bigint;
  n int;
begin
  select * into d from portal.invoice_drafts x
   where x.id = of_draft and (auth.is_admin() or x.tenant_id = any (case when auth.is_staff() then auth.staff_tenants() end)) for update;
  if d.id is null or d.version <> of_version then return; end if;
  tenant := d.tenant_id;
  -- One after the other: the number, and what is open and not yet credited of the invoice.
  perform pg_advisory_xact_lock(hashtextextended('issue_invoice ' || d.tenant_id, 0));
  if exists (select from portal.invoices i where i.tenant_id = tenant and i.source_id <> 0) then
    refused := 'from_upstream';
  elsif exists (select from portal.draft_faults(of_draft)) then
    refused := 'incomplete';
  end if;
  if refused is not null then
    return next;
    return;
  end if;
  insert into portal.invoice_numbers as k (tenant_id, last) values (d.tenant_id, 1)
    on conflict (tenant_id) do update set last = k.last + 1 returning k.last into n;
  sign := case d.kind when 'credit_note' then -1 else 1 end;
  sums := portal.draft_total(d.lines, d.taxes, sign, d.currency);
  number := 'P-' || lpad(n::text, 6, '0');
  insert into portal.invoices (tenant_id, source_id, source_key, invoice_no, ord_no, po_no, invoice_date, due_date, terms, currency,
      subtotal_cents, taxes, total_cents, credits_no, bill_to, tax_note)
    values (d.tenant_id, 0, number, number, d.ord_no, d.po_no, d.invoice_date, d.due_date, d.terms, d.currency, sums.subtotal,
      (select coalesce(jsonb_agg(jsonb_build_object('name', x ->> 'name', 'rate', x -> 'rate', 'cents', sign * portal.round_cents((x ->> 'amount')::numeric * 100, d.currency)) order by o), '[]')
         from jsonb_array_elements(d.taxes) with ordinality e (x, o)), sums.total, d.credits_no, d.bill_to, nullif(btrim(d.tax_note), ''))
    returning id into invoice;
  insert into portal.invoice_lines (tenant_id, source_id, source_key, invoice_key, line_no, item_no, description, quantity, unit, unit_price, amount_cents, lots)
  select d.tenant_id, 0, number || chr(31) || l.line_no, number, l.line_no::text, l.item_no, l.description, l.quantity, l.unit, l.unit_price, l.cents, l.lots
    from portal.draft_lines(d.lines, sign, d.currency) l;
  if d.credits_no is not null then
    select * into credited from portal.invoices i
     where i.tenant_id = d.tenant_id and i.source_id = 0 and i.source_key = d.credits_no and i.currency = d.currency for update;
    taken := least(credited.balance_cents, -sums.total);
    if taken > 0 then
      insert into portal.payments (tenant_id, source_id, source_key, payment_no, line_no, kind, invoice_no, payment_date, reference, currency, amount_cents)
      values (d.tenant_id, 0, number || chr(31) || '1', number, '1', 'credit', d.credits_no, d.invoice_date, number, d.currency, taken),
             (d.tenant_id, 0, number || chr(31) || '2', number, '2', 'credit', number, d.invoice_date, d.credits_no, d.currency, -taken);
    end if;
  end if;
  delete from portal.invoice_drafts x where x.tenant_id = d.tenant_id and x.id = d.id;
  perform portal.moved_invoices(d.tenant_id);
  return next;
end $$;
alter function portal.issue_invoice(bigint, int) owner to portal_keeper;
revoke execute on function portal.issue_invoice(bigint, int) from public;
grant execute on function portal.issue_invoice(bigint, int) to portal_staff, portal_admin;
grant usage on sequence portal.invoice_ids, portal.invoice_line_ids, portal.payment_ids to portal_keeper;
