-- Until when payments of an invoice come in: those that are dated later than today lower no balance yet. What is paid of it on a day
-- follows from this and from the sum that is kept beside it (db/functions/0850_invoice_balances.sql).
alter table portal.invoices add column paid_until date;
alter table portal.unassigned_invoices add column paid_until date; -- the same shape; always null

update portal.invoices i set paid_until = p.until
  from (select coalesce(p.settles_source, p.source_id) as source_id, p.tenant_id, p.invoice_no, p.currency, max(p.payment_date) as until
          from portal.payments p where p.invoice_no is not null group by 1, 2, 3, 4) p
 where p.tenant_id = i.tenant_id and p.source_id = i.source_id and p.invoice_no = i.source_key and p.currency = i.currency;

-- Balances by age and counts by state in one pass over this index, as of any day.
drop index portal.invoices_sums;
create index invoices_sums on portal.invoices (tenant_id, currency) include (ages_from, invoice_date, total_cents, paid_cents, paid_until, source_id, source_key);
drop index portal.payments_sums;
create index payments_sums on portal.payments (tenant_id, currency) include (amount_cents, payment_date, source_id, kind);
drop index portal.payments_invoice;
create index payments_invoice on portal.payments (invoice_no, tenant_id, source_id, currency) include (amount_cents, settles_source, payment_date)
  where invoice_no is not null;
