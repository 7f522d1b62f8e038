create or replace trigger guard before update on portal.purchase_orders
  for each row execute function portal.guard_purchase_order();
-- Afterwards, so that what is not theirs is refused as such.
create or replace trigger guard after insert or update or delete on portal.purchase_order_lines
  for each row execute function portal.guard_purchase_order_lines();
-- After the history of the order is written (note_insert): triggers run by their names.
create or replace trigger place_insert after insert on portal.orders
  referencing new table as added for each statement execute function portal.place_purchase_orders();
create or replace trigger place_update after update on portal.orders
  referencing new table as added for each statement execute function portal.place_purchase_orders();
create or replace trigger keep_promise before update on portal.orders for each row
  when (new.promised_date is null and old.promised_date is not null) execute function portal.keep_promise();
