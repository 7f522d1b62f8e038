do $$
declare t text;
begin
  foreach t in array array['orders', 'unassigned_orders'] loop
    execute format('create or replace trigger note_insert after insert on portal.%I referencing new table as added
      for each statement execute function portal.note_order_changes()', t);
    execute format('create or replace trigger note_update after update on portal.%I referencing old table as removed new table as added
      for each statement execute function portal.note_order_changes()', t);
    execute format('create or replace trigger note_delete after delete on portal.%I referencing old table as removed
      for each statement execute function portal.note_order_changes()', t);
  end loop;
  foreach t in array array['order_lines', 'unassigned_order_lines'] loop
    execute format('create or replace trigger note_update after update on portal.%I referencing old table as removed new table as added
      for each statement execute function portal.note_order_line_changes()', t);
  end loop;
end $$;
