-- Order numbers of current sales never seen are noted for the search. Nobody waits for another writer: of two at once both note the same
-- number. What is there is looked up by its key whatever the planner believes of the table.
create or replace function portal.note_current_sales_orders() returns trigger
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off as $$
begin
  insert into portal.current_sales_orders (tenant_id, so)
    select x.tenant_id, x.so from (select distinct a.tenant_id, a.order_no as so from added a where a.dataset = 2 and a.order_no <> '') x
     where (select true from portal.current_sales_orders o where o.tenant_id = x.tenant_id and o.so = x.so limit 1) is null;
  return null;
end $$;
alter function portal.note_current_sales_orders() owner to portal_keeper;
