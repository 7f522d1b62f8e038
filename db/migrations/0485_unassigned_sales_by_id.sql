-- Unassigned sales lines are looked up by their id, as all unassigned rows. Their key begins with their tenant, which is 0 for all,
-- and is passed over from end to end for each line: a batch that changes them, or a client that is given away, took as long as it
-- has lines, times all that wait.
create index unassigned_sales_history_id on portal.unassigned_sales_history (id);
create index unassigned_current_sales_id on portal.unassigned_current_sales (id);
