-- Payments that came without a currency have their invoice's from now on (functions/0851_payment_currencies.sql). Those that are
-- there already: what they paid moves with them, by the triggers that are there.
update portal.payments p set currency = i.currency
  from portal.invoices i
 where p.currency_given is false and i.tenant_id = p.tenant_id and i.source_id = p.source_id and i.source_key = p.invoice_no
   and i.currency <> p.currency;
