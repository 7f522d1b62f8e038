alter table portal.current_sales_pending enable row level security;
alter table portal.current_sales_pending force row level security;

-- Nobody but the functions that keep the sums, which run as the keeper, sees what the commit has to do.
drop policy if exists keeper on portal.current_sales_pending;
create policy keeper on portal.current_sales_pending to portal_keeper using (true) with check (true);

grant select, insert, delete on portal.current_sales_pending to portal_keeper;
