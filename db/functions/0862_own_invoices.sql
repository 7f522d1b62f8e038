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
drop function if exists portal.draft_total(jsonb, jsonb, int);
drop function if exists portal.draft_lines(jsonb, int);
create or replace function portal.draft_lines(lines jsonb, sign int, in_currency text, out line_no int, out item_no text, out description text,
  out quantity numeric, out unit text, out unit_price numeric, out cents bigint) returns setof record
  language sql immutable set search_path = pg_catalog, pg_temp as $$
  select n::int, nullif(l ->> 'itemNo', ''), l ->> 'description', sign * (l ->> 'quantity')::numeric, nullif(l ->> 'unit', ''),
         (l ->> 'unitPrice')::numeric, sign * portal.round_cents((l ->> 'quantity')::numeric * (l ->> 'unitPrice')::numeric * 100, in_currency)
    from jsonb_array_elements(lines) with ordinality e (l, n)
$$;
grant execute on function portal.draft_lines(jsonb, int, text) to portal_staff, portal_admin, portal_keeper;

create or replace function portal.draft_total(lines jsonb, taxes jsonb, sign int, in_currency text, out subtotal bigint, out total bigint) returns record
  language sql immutable set search_path = pg_catalog, pg_temp as $$
  select s.cents, s.cents + t.cents
    from (select coalesce(sum(l.cents), 0)::bigint as cents from portal.draft_lines(lines, sign, in_currency) l) s,
         (select coalesce(sum(sign * portal.round_cents((x ->> 'amount')::numeric * 100, in_currency)), 0)::bigint as cents from jsonb_array_elements(taxes) x) t
$$;
grant execute on function portal.draft_total(jsonb, jsonb, int, text) to portal_staff, portal_admin, portal_keeper;

-- Issues a draft that still has the version that was looked at: the invoice with the next number of its tenant. What a credit note
-- credits is taken off its invoice as far as that is open; two entries of opposite amounts, so that nothing else moves by it.
-- No row: the draft is not there, or another version of it. Invoices of a tenant have one origin (D5): 'from_upstream'.
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
  if exists (select from portal.invoices i where i.tenant_id = tenant and i.source_id <> 0) then
    refused := 'from_upstream';
    return next;
    return;
  end if;
  -- One after the other: the number, and what is open of the invoice that is credited.
  insert into portal.invoice_numbers as k (tenant_id, last) values (d.tenant_id, 1)
    on conflict (tenant_id) do update set last = k.last + 1 returning k.last into n;
  sign := case d.kind when 'credit_note' then -1 else 1 end;
  sums := portal.draft_total(d.lines, d.taxes, sign, d.currency);
  number := 'P-' || lpad(n::text, 6, '0');
  insert into portal.invoices (tenant_id, source_id, source_key, invoice_no, ord_no, po_no, invoice_date, due_date, terms, currency,
      subtotal_cents, taxes, total_cents)
    values (d.tenant_id, 0, number, number, d.ord_no, d.po_no, d.invoice_date, d.due_date, d.terms, d.currency, sums.subtotal,
      (select coalesce(jsonb_agg(jsonb_build_object('name', x ->> 'name', 'cents', sign * portal.round_cents((x ->> 'amount')::numeric * 100, d.currency)) order by o), '[]')
         from jsonb_array_elements(d.taxes) with ordinality e (x, o)), sums.total)
    returning id into invoice;
  insert into portal.invoice_lines (tenant_id, source_id, source_key, invoice_key, line_no, item_no, description, quantity, unit, unit_price, amount_cents)
  select d.tenant_id, 0, number || chr(31) || l.line_no, number, l.line_no::text, l.item_no, l.description, l.quantity, l.unit, l.unit_price, l.cents
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
