do $$
begin
  create or replace trigger a_currency_insert after insert on portal.payments referencing new table as added
    for each statement execute function portal.take_invoice_currency();
  create or replace trigger a_currency_update after update on portal.payments referencing old table as removed new table as added
    for each statement execute function portal.take_invoice_currency();
  create or replace trigger a_currency_insert after insert on portal.invoices referencing new table as added
    for each statement execute function portal.give_invoice_currency();
  create or replace trigger a_currency_update after update on portal.invoices referencing old table as removed new table as added
    for each statement execute function portal.give_invoice_currency();
  create or replace trigger a_currency_delete after delete on portal.invoices referencing old table as removed
    for each statement execute function portal.give_invoice_currency();
end $$;
