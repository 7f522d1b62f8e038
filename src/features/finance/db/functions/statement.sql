-- A statement of account in one currency: what was owed before the first day, every invoice, payment and credit of the period with
-- what is owed after it, and what is owed at its end, as portal.receivables has it on that day: what was paid of an invoice before its
-- own day stands on that day. Of one tenant, or of each that the asker sees. On one day invoices come first.
create or replace function portal.statement(of_tenant int, of_currency text, from_day date, to_day date,
  out tenant_id int, out place int, out id bigint, out day date, out kind text, out number text, out reference text, out due_date date, out cents bigint,
  out balance bigint)
  returns setof record language sql stable set search_path = pg_catalog, pg_temp as $$
  with entry as materialized (
    select i.tenant_id, i.invoice_date as day, 1 as place, i.id, case when i.total_cents < 0 then 'credit_note' else 'invoice' end as kind,
           i.invoice_no as number, i.po_no as reference, i.due_date, i.total_cents as cents
      from portal.invoices i
     where (of_tenant is null or i.tenant_id = of_tenant) and i.currency = of_currency and i.invoice_date <= to_day
    union all
    select p.tenant_id, greatest(p.payment_date, i.invoice_date), 2, p.id, p.kind, p.payment_no, p.invoice_no, null, -p.amount_cents
      from portal.payments p
      left join portal.invoices i on i.tenant_id = p.tenant_id and i.source_id = coalesce(p.settles_source, p.source_id)
           and i.source_key = p.invoice_no and i.currency = p.currency
     where (of_tenant is null or p.tenant_id = of_tenant) and p.currency = of_currency and greatest(p.payment_date, i.invoice_date) <= to_day
       -- What a credit note of the portal takes off its invoice is the credit note itself.
       and not (p.source_id = 0 and p.kind = 'credit')
  ), told as (
    select e.tenant_id, 0 as place, 0::bigint as id, from_day as day, 'opening' as kind, null::text as number, null::text as reference,
           null::date as due_date, coalesce(sum(e.cents) filter (where e.day < from_day), 0)::bigint as cents
      from entry e group by e.tenant_id
    union all
    select e.tenant_id, e.place, e.id, e.day, e.kind, e.number, e.reference, e.due_date, e.cents from entry e where e.day >= from_day
    union all
    select distinct e.tenant_id, 3, 0::bigint, to_day, 'closing', null, null, null::date, 0::bigint from entry e
  )
  -- The opening comes before, and the closing after, whatever else is of that day.
  select t.tenant_id, t.place, t.id, t.day, t.kind, t.number, t.reference, t.due_date, t.cents,
         sum(t.cents) over (partition by t.tenant_id order by t.place = 3, t.place > 0, t.day, t.place, t.id)::bigint
    from told t
$$;
grant execute on function portal.statement(int, text, date, date) to portal_member, portal_staff, portal_admin;
