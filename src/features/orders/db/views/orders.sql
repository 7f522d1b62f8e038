-- What an administrator's screens read: every order, the unassigned ones under tenant 0.
create or replace view portal.all_orders with (security_invoker = true) as
  select tenant_id, id, primary_no, ord_no, po_no, f_no, client_name, ref, ord_stat, montant_total, amount_cents, currency,
         bl_t, cts_t, bb_t, pbl, pcts, pbb, status, updated_at, order_date, requested_date, promised_date, ship_to, search_text, source_id, source_key
    from portal.orders
  union all
  select 0, id, primary_no, ord_no, po_no, f_no, client_name, ref, ord_stat, montant_total, amount_cents, currency,
         bl_t, cts_t, bb_t, pbl, pcts, pbb, status, updated_at, order_date, requested_date, promised_date, ship_to, search_text, source_id, source_key
    from portal.unassigned_orders;
grant select on portal.all_orders to portal_admin;

-- The source's table, for tools that speak SQL.
create or replace view legacy."GH ordre" with (security_invoker = true) as
  select primary_no as "Primary", ord_no as "Ord No", po_no as "PO No", f_no as "F No", client_name as "Client Name", ref as "Ref",
         ord_stat as "Ord Stat", montant_total as "Montant Total", bl_t as "BL t", cts_t as "CTS t", bb_t as "BB t",
         pbl as "PBL", pcts as "PCTS", pbb as "PBB"
    from portal.orders;
grant select on legacy."GH ordre" to portal_tables;
