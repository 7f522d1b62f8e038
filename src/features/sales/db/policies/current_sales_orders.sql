alter table portal.current_sales_orders enable row level security;
alter table portal.current_sales_orders force row level security;

-- Nobody but the functions that note and find order numbers, which run as the keeper and ask the context, sees them.
drop policy if exists keeper on portal.current_sales_orders;
create policy keeper on portal.current_sales_orders to portal_keeper using (true) with check (true);

grant select, insert on portal.current_sales_orders to portal_keeper;
