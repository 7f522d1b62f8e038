create or replace trigger tell_of_orders after insert on portal.order_changes
  referencing new table as added for each statement execute function portal.tell_of_orders();
create or replace trigger tell_of_shipments after update on portal.shipments
  referencing old table as removed new table as added for each statement execute function portal.tell_of_shipments();
create or replace trigger tell_of_invoices after insert on portal.invoices
  referencing new table as added for each statement execute function portal.tell_of_invoices();
