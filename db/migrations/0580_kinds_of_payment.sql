-- A credit note names the invoice that it credits, so that what is credited of an invoice can be counted.
alter table portal.invoices add column credits_no text collate "C";
create index invoices_credits on portal.invoices (tenant_id, credits_no) where credits_no is not null;
update portal.invoices i set credits_no = p.reference from portal.payments p
 where i.source_id = 0 and i.total_cents < 0 and p.tenant_id = i.tenant_id and p.source_id = 0 and p.kind = 'credit'
   and p.invoice_no = i.source_key and p.payment_no = i.source_key and p.reference <> i.source_key;

-- A deposit names no invoice; a refund is money sent back, and is below 0.
alter table portal.payments drop constraint payments_kind_check,
  add constraint payments_kind_check check (kind in ('payment', 'credit', 'deposit', 'refund'));
alter table portal.payment_orders
  add column kind text not null default 'payment' check (kind in ('payment', 'deposit', 'refund')),
  -- What no part pays: it came in above what was open, or is a deposit, or was sent back of what was on account.
  add column on_account_cents bigint not null default 0 check (on_account_cents between 0 and amount_cents);
