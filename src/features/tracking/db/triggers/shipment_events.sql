drop trigger if exists tell_added on portal.shipment_events;
create trigger tell_added after insert on portal.shipment_events
  referencing new table as added for each statement execute function portal.tell_shipments();
drop trigger if exists tell_changed on portal.shipment_events;
create trigger tell_changed after update on portal.shipment_events
  referencing old table as removed new table as added for each statement execute function portal.tell_shipments();
drop trigger if exists tell_removed on portal.shipment_events;
create trigger tell_removed after delete on portal.shipment_events
  referencing old table as removed for each statement execute function portal.tell_shipments();
drop trigger if exists tell_added on portal.shipments;
create trigger tell_added after insert on portal.shipments
  referencing new table as added for each statement execute function portal.tell_shipments();
drop trigger if exists tell_moved on portal.shipments;
create trigger tell_moved after update on portal.shipments
  referencing old table as removed new table as added for each statement execute function portal.tell_shipments();
