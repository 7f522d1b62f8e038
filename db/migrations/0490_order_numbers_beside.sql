-- Two writers at once may each note the same number: with one row for each, the second had to wait for the first, and two batches
-- that met the same numbers the other way round blocked each other. The search asks for numbers, not for rows.
alter table portal.current_sales_orders drop constraint current_sales_orders_pkey;
alter table portal.current_sales_orders add column id bigint generated always as identity;
alter table portal.current_sales_orders add primary key (tenant_id, so, id);
