-- What is paid of an invoice is added up from the payments that name it, invoice by invoice. The number leads, so that this index
-- alone can answer, also while a first batch of payments lands and the planner knows nothing of the table: by any other, each invoice
-- would read all payments of its client.
drop index portal.payments_invoice;
create index payments_invoice on portal.payments (invoice_no, tenant_id, source_id, currency) include (amount_cents, settles_source)
  where invoice_no is not null;
