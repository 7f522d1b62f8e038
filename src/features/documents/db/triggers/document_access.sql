create or replace trigger tell_of_release after update on portal.documents for each row
  when (new.status = 'available' and new.current_version is distinct from old.current_version and new.shelves <> '{}' and not new.shelves <@ '{legal}')
  execute function portal.tell_of_release();

create or replace trigger address_document before insert or update of audience, tenant_ids, order_source, order_key, lot_nos, lot_source, product_code on portal.documents
  for each row execute function portal.address_document();
create or replace trigger open_document after insert or update of audience, tenant_ids, order_source, order_key, lot_nos, lot_source, product_code on portal.documents
  for each row execute function portal.open_document();
create or replace trigger open_library after insert on portal.tenants for each row execute function portal.open_library();
create or replace trigger follow_insert after insert on portal.orders referencing new table as added
  for each statement execute function portal.follow_orders();
create or replace trigger follow_update after update on portal.orders referencing old table as removed new table as added
  for each statement execute function portal.follow_orders();
create or replace trigger follow_delete after delete on portal.orders referencing old table as removed
  for each statement execute function portal.follow_orders();
