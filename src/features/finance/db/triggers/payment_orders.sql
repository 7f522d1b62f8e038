do $$
begin
  create or replace trigger a_meet_insert after insert on portal.payments referencing new table as added
    for each statement execute function portal.meet_payment_orders();
  create or replace trigger a_meet_update after update on portal.payments referencing old table as removed new table as added
    for each statement execute function portal.meet_payment_orders();
  create or replace trigger a_meet_delete after delete on portal.payments referencing old table as removed
    for each statement execute function portal.meet_payment_orders();
end $$;
