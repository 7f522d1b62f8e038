-- What is added up of a kind's rows, as SQL over the staged row d: thousandths and cents; null where the kind has none. Quantities
-- of different units are no sum.
create or replace function portal.ingest_sums(of_kind text, out quantity text, out amount text, out unit text)
  language sql immutable set search_path = pg_catalog, pg_temp as $$
  select k.quantity, k.amount, k.unit
    from (values
      ('orders', null, 'd.amount_cents', null),
      ('order-lines', 'd.qty_ordered * 1000', null, 'd.unit'),
      ('sales-history', 'd.quantity', 'd.amount_cents', null),
      ('current-sales', 'd.quantity', 'd.amount_cents', 'd.unit'),
      ('invoices', null, 'd.total_cents', null),
      ('invoice-lines', 'd.quantity * 1000', 'd.amount_cents', 'd.unit'),
      ('payments', null, 'd.amount_cents', null),
      ('shipment-lines', 'd.quantity * 1000', null, 'd.unit')
    ) k (kind, quantity, amount, unit)
   where k.kind = of_kind
$$;

-- Whether more than the row itself stands under a tenant: payments of an invoice, or that an order took a purchase order's place.
-- As the keeper: who sends invoices sees neither.
create or replace function portal.has_history(of_kind text, of_tenant int, of_source smallint, of_key text, of_row bigint) returns boolean
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform auth.require_context('ingest', 'admin');
  if of_kind = 'orders' then
    return exists (select from portal.purchase_orders p where p.tenant_id = of_tenant and p.order_id = of_row and p.order_state = 'linked');
  end if;
  return exists (select from portal.payments p where p.invoice_no = of_key and p.tenant_id = of_tenant
                    and coalesce(p.settles_source, p.source_id) = of_source)
      or exists (select from portal.payment_parts p where p.tenant_id = of_tenant and p.invoice_id = of_row);
end $$;
alter function portal.has_history(text, int, smallint, text, bigint) owner to portal_keeper;
grant execute on function portal.ingest_sums(text), portal.has_history(text, int, smallint, text, bigint) to portal_ingest;
