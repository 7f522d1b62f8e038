-- Orders that upstream has not entered yet stand on top of the list of orders: there are few of them.
create index orders_being_entered on portal.orders (tenant_id, id) where source_id = 0;
