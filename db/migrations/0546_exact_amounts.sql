-- How many digits amounts of a currency have behind the mark (ISO 4217). Here, because stored columns rest on it. The program has
-- the same list (platform/contract/minor-digits.ts); a test compares them.
create function portal.minor_digits(currency text) returns int
  language sql immutable parallel safe
  return case when currency in ('BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI', 'VND', 'VUV', 'XAF', 'XOF', 'XPF') then 0
              when currency in ('BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND') then 3 else 2 end;
grant execute on function portal.minor_digits(text) to portal_member, portal_staff, portal_admin, portal_ingest, portal_keeper;

-- Amounts wait with all their digits until their currency is known: on the stage, and lines of invoices for their invoice.
alter table portal.staged_orders alter column amount_cents type numeric;
alter table portal.staged_sales_history alter column amount_cents type numeric, alter column amt_2_cents type numeric;
alter table portal.staged_current_sales alter column amount_cents type numeric;
alter table portal.staged_invoices alter column subtotal_cents type numeric, alter column total_cents type numeric;
alter table portal.staged_invoice_lines alter column amount_cents type numeric;
alter table portal.staged_payments alter column amount_cents type numeric;
alter table portal.unassigned_invoice_lines alter column amount_cents type numeric;

-- Of an invoice that comes, so that lines which waited for it need not look it up.
alter table portal.ingest_plan add column currency char(3);
