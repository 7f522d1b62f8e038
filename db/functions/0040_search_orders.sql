-- Orders whose number, PO number, reference, status or client name contains the term, of whoever asks.
-- ILIKE and LIKE are not leakproof, so under row-level security they could not use the trigram index: this reads as the
-- keeper and asks the context itself. Accents and letter case do not matter.
create or replace function portal.search_orders(term text) returns setof bigint
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  pattern text := '%' || replace(replace(replace(portal.fold(term), '\', '\\'), '%', '\%'), '_', '\_') || '%';
  seen int[] := case auth.context_kind() when 'member' then array[auth.tenant()] when 'staff' then auth.staff_tenants() end;
begin
  if auth.is_admin() then
    return query select o.id from portal.orders o where o.search_text like pattern
      union all select u.id from portal.unassigned_orders u where u.search_text like pattern;
  else
    return query select o.id from portal.orders o where o.tenant_id = any (seen) and o.search_text like pattern;
  end if;
end $$;
alter function portal.search_orders(text) owner to portal_keeper;
grant execute on function portal.search_orders(text) to portal_member, portal_staff, portal_admin;

-- What an administrator's screens read: every order, the unassigned ones without a tenant.
create or replace view portal.all_orders with (security_invoker = true) as
  select tenant_id, id, primary_no, ord_no, po_no, f_no, client_name, ref, ord_stat, montant_total, amount_cents, currency,
         bl_t, cts_t, bb_t, pbl, pcts, pbb, status, updated_at from portal.orders
  union all
  select null::int, id, primary_no, ord_no, po_no, f_no, client_name, ref, ord_stat, montant_total, amount_cents, currency,
         bl_t, cts_t, bb_t, pbl, pcts, pbb, status, updated_at from portal.unassigned_orders;
grant select on portal.all_orders to portal_admin;

-- The source's table, for tools that speak SQL.
create or replace view legacy."GH ordre" with (security_invoker = true) as
  select primary_no as "Primary", ord_no as "Ord No", po_no as "PO No", f_no as "F No", client_name as "Client Name", ref as "Ref",
         ord_stat as "Ord Stat", montant_total as "Montant Total", bl_t as "BL t", cts_t as "CTS t", bb_t as "BB t",
         pbl as "PBL", pcts as "PCTS", pbb as "PBB"
    from portal.orders;
grant select on legacy."GH ordre" to portal_legacy;
