do $$
declare t text;
begin
  foreach t in array array['sales_history', 'unassigned_sales_history'] loop
    execute format('create or replace trigger note_insert after insert on portal.%I referencing new table as added
      for each statement execute function portal.note_sales_changes()', t);
    execute format('create or replace trigger note_update after update on portal.%I referencing old table as removed new table as added
      for each statement execute function portal.note_sales_changes()', t);
    execute format('create or replace trigger note_delete after delete on portal.%I referencing old table as removed
      for each statement execute function portal.note_sales_changes()', t);
    execute format('create or replace trigger note_truncate after truncate on portal.%I
      for each statement execute function portal.note_sales_changes()', t);
  end loop;
end $$;
