do $$
begin
  create or replace trigger apply_insert after insert on portal.payments referencing new table as added
    for each statement execute function portal.apply_payments();
  create or replace trigger apply_update after update on portal.payments referencing old table as removed new table as added
    for each statement execute function portal.apply_payments();
  create or replace trigger apply_delete after delete on portal.payments referencing old table as removed
    for each statement execute function portal.apply_payments();
  create or replace trigger apply_insert after insert on portal.invoices referencing new table as added
    for each statement execute function portal.apply_to_invoices();
  create or replace trigger apply_update after update on portal.invoices referencing old table as removed new table as added
    for each statement execute function portal.apply_to_invoices();
end $$;
