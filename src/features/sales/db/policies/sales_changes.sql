alter table portal.sales_changes enable row level security;
alter table portal.sales_changes force row level security;

-- Nobody but the functions that keep the sums, which run as the keeper, sees what the running transaction changed.
drop policy if exists keeper on portal.sales_changes;
create policy keeper on portal.sales_changes to portal_keeper using (true) with check (true);

grant select, insert, update, delete on portal.sales_changes to portal_keeper;
