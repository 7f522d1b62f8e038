create or replace trigger give_way_added after insert on portal.shipments
  referencing new table as added for each statement execute function portal.give_way_to_upstream();
create or replace trigger give_way_moved after update on portal.shipments
  referencing new table as added for each statement execute function portal.give_way_to_upstream();
