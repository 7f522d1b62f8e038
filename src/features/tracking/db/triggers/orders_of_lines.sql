create or replace trigger number_added after insert on portal.shipment_lines
  referencing new table as added for each statement execute function portal.number_shipments();
create or replace trigger number_changed after update on portal.shipment_lines
  referencing old table as removed new table as added for each statement execute function portal.number_shipments();
create or replace trigger number_removed after delete on portal.shipment_lines
  referencing old table as removed for each statement execute function portal.number_shipments();
