create or replace trigger note_insert after insert on portal.sales_lines referencing new table as changed
  for each statement execute function portal.note_sales('1');
create or replace trigger note_delete after delete on portal.sales_lines referencing old table as changed
  for each statement execute function portal.note_sales('-1');
create or replace trigger note_update_before after update on portal.sales_lines referencing old table as changed
  for each statement execute function portal.note_sales('-1');
create or replace trigger note_update_after after update on portal.sales_lines referencing new table as changed
  for each statement execute function portal.note_sales('1');
create or replace trigger note_truncate after truncate on portal.sales_lines
  for each statement execute function portal.note_sales_truncated();
-- A constraint trigger cannot be replaced.
drop trigger if exists settle on portal.sales_unsettled;
create constraint trigger settle after insert on portal.sales_unsettled deferrable initially deferred
  for each row execute function portal.settle_sales_at_commit();

create or replace trigger note_orders_insert after insert on portal.sales_lines referencing new table as added
  for each statement execute function portal.note_current_sales_orders();
create or replace trigger note_orders_update after update on portal.sales_lines referencing new table as added
  for each statement execute function portal.note_current_sales_orders();
