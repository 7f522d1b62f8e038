alter table portal.unassigned_order_changes enable row level security;
alter table portal.unassigned_order_changes force row level security;

-- The history of orders without a tenant is seen by administrators alone.
drop policy if exists administrator on portal.unassigned_order_changes;
create policy administrator on portal.unassigned_order_changes for select to portal_admin using ((select auth.is_admin()));
-- Only the triggers on orders and their lines, which run as the keeper, write it.
drop policy if exists keeper on portal.unassigned_order_changes;
create policy keeper on portal.unassigned_order_changes to portal_keeper using (true) with check (true);

grant select on portal.unassigned_order_changes to portal_admin;
grant select, insert, delete on portal.unassigned_order_changes to portal_keeper;
