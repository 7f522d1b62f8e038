-- What is paid of each invoice: the sum of the payments and credits of its tenant that name it, of its source and in its currency, and what was
-- recorded here for it (settles_source); and the day of the last of them, as one that is dated later than today lowers no balance yet.
-- Kept a statement at a time by triggers, so that it is right whichever came first, and after every change, move and deletion. As
-- the keeper: a batch of payments may be of a key that writes no invoice. Batches of one source land one after the other
-- (portal.lock_ingest), and payments name invoices of their own source only, so no two of them set the same invoice.

create or replace function portal.apply_payments() returns trigger
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  -- Executed, so that it is planned for as many rows as there are.
  execute format($sql$
    with touched as (%s)
    update portal.invoices i set paid_cents = s.paid, paid_until = s.until
      from touched t, lateral (
        -- By the number alone: before the planner knows the table, any index of the client seems as good, and each invoice would
        -- read all payments. Adding nothing keeps them from it.
        select coalesce(sum(p.amount_cents), 0)::bigint as paid, max(p.payment_date) as until from portal.payments p
         where p.invoice_no = t.invoice_no and p.tenant_id + 0 = t.tenant_id and p.currency || '' = t.currency
           and p.source_id + 0 in (t.source_id, 0) and coalesce(p.settles_source, p.source_id) = t.source_id) s
     where i.tenant_id = t.tenant_id and i.source_id = t.source_id and i.source_key = t.invoice_no and i.currency = t.currency
       and (i.paid_cents, i.paid_until) is distinct from (s.paid, s.until)
  $sql$, case tg_op
    when 'INSERT' then 'select distinct a.tenant_id, coalesce(a.settles_source, a.source_id) as source_id, a.invoice_no, a.currency from added a where a.invoice_no is not null'
    when 'DELETE' then 'select distinct r.tenant_id, coalesce(r.settles_source, r.source_id) as source_id, r.invoice_no, r.currency from removed r where r.invoice_no is not null'
    else 'select a.tenant_id, coalesce(a.settles_source, a.source_id) as source_id, a.invoice_no, a.currency from added a where a.invoice_no is not null
          union select r.tenant_id, coalesce(r.settles_source, r.source_id), r.invoice_no, r.currency from removed r where r.invoice_no is not null' end);
  return null;
end $$;

create or replace function portal.apply_to_invoices() returns trigger
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  touched text := case tg_op
    when 'INSERT' then 'select a.tenant_id, a.id, a.source_id, a.source_key, a.currency from added a'
    else 'select a.tenant_id, a.id, a.source_id, a.source_key, a.currency from added a join removed r on r.id = a.id
           where (r.tenant_id, r.currency) <> (a.tenant_id, a.currency)' end;
  found_any boolean;
begin
  -- What these functions set themselves touches none, and ends here. Counted: looking for the first, each would be compared with all.
  execute format('select count(*) > 0 from (%s) t', touched) into found_any;
  if not found_any then return null; end if;
  -- What a row that is carried brings along counted where it was.
  execute format($sql$
    with touched as (%s)
    update portal.invoices i set paid_cents = s.paid, paid_until = s.until
      from touched t, lateral (
        -- By the number alone: before the planner knows the table, any index of the client seems as good, and each invoice would
        -- read all payments. Adding nothing keeps them from it.
        select coalesce(sum(p.amount_cents), 0)::bigint as paid, max(p.payment_date) as until from portal.payments p
         where p.invoice_no = t.source_key and p.tenant_id + 0 = t.tenant_id and p.currency || '' = t.currency
           and p.source_id + 0 in (t.source_id, 0) and coalesce(p.settles_source, p.source_id) = t.source_id) s
     where i.tenant_id = t.tenant_id and i.id = t.id and (i.paid_cents, i.paid_until) is distinct from (s.paid, s.until)
  $sql$, touched);
  return null;
end $$;

alter function portal.apply_payments() owner to portal_keeper;
alter function portal.apply_to_invoices() owner to portal_keeper;
