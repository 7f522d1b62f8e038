create or replace trigger lines_came after insert on portal.order_lines
  referencing new table as came for each statement execute function portal.follow_order_lines();
create or replace trigger lines_changed after update on portal.order_lines
  referencing old table as gone new table as came for each statement execute function portal.follow_order_lines();
create or replace trigger lines_went after delete on portal.order_lines
  referencing old table as gone for each statement execute function portal.follow_order_lines();
create or replace trigger products_came after insert on portal.products
  referencing new table as came for each statement execute function portal.follow_products();
create or replace trigger lots_came after insert on portal.lots
  referencing new table as came for each statement execute function portal.follow_lots();
