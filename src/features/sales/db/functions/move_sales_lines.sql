-- Moves the lines that a batch's plan names from one tenant to another (0: nobody's). A line without a currency of its own takes that
-- of where it goes: the company's, or while nobody has claimed it the installation's.
create or replace function portal.move_sales_lines(of_batch bigint, of_dataset int, new_tenant int) returns void
  language plpgsql volatile set search_path = pg_catalog, pg_temp as $$
declare
  there constant char(3) := coalesce((select t.currency from portal.tenants t where t.id = new_tenant), (select i.currency from portal.installation i));
begin
  update portal.sales_lines l
     set tenant_id = coalesce(nullif(new_tenant, 0), -1),
         currency = case when l.currency_given is false then there else l.currency end,
         amount_cents = case when l.currency_given is false then portal.round_cents(l.amount_cents, there) else l.amount_cents end,
         amt_2_cents = case when l.currency_given is false then portal.round_cents(l.amt_2_cents, there) else l.amt_2_cents end
    from portal.ingest_plan p
   where p.batch = of_batch and l.tenant_id = case p.from_tenant when 0 then -1 else p.from_tenant end and l.dataset = of_dataset and l.id = p.row_id;
end $$;
grant execute on function portal.move_sales_lines(bigint, int, int) to portal_keeper;
