-- Named so that they run before what follows from the access that lines open.
create or replace trigger find_lot_sources after insert on portal.lots
  referencing new table as came for each statement execute function portal.find_lot_sources();
create or replace trigger find_lot_sources after insert on portal.order_lines
  referencing new table as came for each statement execute function portal.find_lot_sources();
create or replace trigger find_lot_sources_changed after update on portal.order_lines
  referencing new table as came for each statement execute function portal.find_lot_sources();
