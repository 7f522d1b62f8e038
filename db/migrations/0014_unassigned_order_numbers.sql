-- An administrator opens an order by its number, also one whose client nobody has claimed.
create index unassigned_orders_by_number on portal.unassigned_orders (ord_no collate portal.natural_order desc nulls last, id desc);
