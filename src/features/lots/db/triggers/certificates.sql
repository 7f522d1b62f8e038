create or replace trigger follow_insert after insert on portal.lot_access referencing new table as added
  for each statement execute function portal.follow_lot_access();
create or replace trigger follow_delete after delete on portal.lot_access referencing old table as removed
  for each statement execute function portal.follow_lot_access();
-- With a lot goes its access, which then knows no number any more.
create or replace trigger follow_delete after delete on portal.lots referencing old table as removed
  for each statement execute function portal.follow_lot_access();
create or replace trigger tell_of_certificate after insert or update on portal.documents
  for each row execute function portal.tell_of_certificate();
create or replace trigger tell_of_released after update on portal.lots referencing old table as removed new table as added
  for each statement execute function portal.tell_of_released_lots();
