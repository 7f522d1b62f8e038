-- A shipment bears the numbers of the orders that its lines name, by which it is searched. Kept a statement at a time, as the keeper:
-- who writes lines need not write shipments. Where no line names an order, nothing is looked for.
create or replace function portal.number_shipments() returns trigger
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  added text := 'select a.tenant_id, a.source_id, a.shipment_key as key from added a where coalesce(a.order_key, a.po_no) is not null';
  told text;
  n bigint;
begin
  told := case tg_op
    when 'INSERT' then added
    when 'DELETE' then replace(added, 'from added', 'from removed')
    else added || ' union all ' || replace(added, 'from added', 'from removed') end;
  execute format('select count(*) from (%s) c', told) into n;
  if n = 0 then return null; end if;
  execute format($sql$
    update portal.shipments s set line_numbers = l.numbers
      from (select distinct c.tenant_id, c.source_id, c.key from (%s) c) c
     cross join lateral (
       select string_agg(distinct x.number, chr(10)) as numbers
         from portal.shipment_lines l cross join lateral (values (l.ord_no), (l.primary_no), (l.po_no)) x (number)
        where l.tenant_id = c.tenant_id and l.source_id = c.source_id and l.shipment_key = c.key) l
     where s.tenant_id = c.tenant_id and s.source_id = c.source_id and s.source_key = c.key
       and s.line_numbers is distinct from l.numbers
  $sql$, told);
  return null;
end $$;
alter function portal.number_shipments() owner to portal_keeper;
