-- Unassigned sales lines are looked up by their id, as all unassigned rows: it is their key. One that began with their tenant, 0 for
-- all, stood beside an index of the id, and was taken instead of it once the tables had been looked at.
drop index portal.unassigned_sales_history_id;
drop index portal.unassigned_current_sales_id;
alter table portal.unassigned_sales_history drop constraint unassigned_sales_history_pkey, add primary key (id);
alter table portal.unassigned_current_sales drop constraint unassigned_current_sales_pkey, add primary key (id);

-- The history of an order that finds its client goes with it: the order is looked up by its id, whoever's it is now.
create index orders_id on portal.orders (id);
