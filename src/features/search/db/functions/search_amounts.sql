-- At most so many rows, of whoever asks, of an amount between two, in one currency or any; the newest first. abs() is not leakproof, so
-- under row-level security it could not use the indexes: these read as the keeper and ask the context themselves.

-- By total, or by what is open of them on a day.
create or replace function portal.invoices_of_amount(least_cents bigint, most_cents bigint, of_currency text, today date, most int,
    out tenant_id int, out id bigint) returns setof record
  language plpgsql stable security definer rows 20 set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan as $$
declare seen int[] := portal.seen_one_by_one();
begin
  return query
    with hits as materialized (
      select i.tenant_id, i.id, i.invoice_date, i.currency from portal.invoices i
       where abs(i.total_cents) between least_cents and most_cents and i.tenant_id = any (seen)
      union
      select i.tenant_id, i.id, i.invoice_date, i.currency from portal.invoices i
       where abs(i.balance_cents) between least_cents and most_cents and i.balance_cents <> 0 and i.tenant_id = any (seen)
         and (i.paid_until is null or i.paid_until <= today)
      union
      select i.tenant_id, i.id, i.invoice_date, i.currency from portal.invoices i
       cross join lateral portal.paid_on(i.tenant_id, i.source_id, i.source_key, i.currency, i.paid_cents, i.paid_until, today) d
       where i.paid_until > today and i.tenant_id = any (seen) and abs(i.total_cents - d.paid) between least_cents and most_cents)
    select h.tenant_id, h.id from hits h where of_currency is null or h.currency = of_currency
     order by h.invoice_date desc, h.id desc limit most;
end $$;

-- Of upstream; those made here are the next ones.
create or replace function portal.payments_of_amount(least_cents bigint, most_cents bigint, of_currency text, most int,
    out tenant_id int, out id bigint) returns setof record
  language plpgsql stable security definer rows 20 set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan as $$
declare seen int[] := portal.seen_one_by_one();
begin
  return query
    with hits as materialized (
      select p.tenant_id, p.id, p.payment_date from portal.payments p
       where abs(p.amount_cents) between least_cents and most_cents and p.source_id <> 0 and p.tenant_id = any (seen)
         and (of_currency is null or p.currency = of_currency))
    select h.tenant_id, h.id from hits h order by h.payment_date desc, h.id desc limit most;
end $$;

create or replace function portal.payment_orders_of_amount(least_cents bigint, most_cents bigint, of_currency text, most int,
    out tenant_id int, out id bigint) returns setof record
  language plpgsql stable security definer rows 20 set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan as $$
declare seen int[] := portal.seen_one_by_one();
begin
  return query
    with hits as materialized (
      select o.tenant_id, o.id from portal.payment_orders o
       where o.amount_cents between least_cents and most_cents and o.tenant_id = any (seen)
         and (of_currency is null or o.currency = of_currency))
    select h.tenant_id, h.id from hits h order by h.id desc limit most;
end $$;

-- The unassigned ones stand under tenant 0.
create or replace function portal.orders_of_amount(least_cents bigint, most_cents bigint, of_currency text, most int,
    out tenant_id int, out id bigint) returns setof record
  language plpgsql stable security definer rows 20 set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan as $$
declare seen int[] := portal.seen_one_by_one();
begin
  return query
    with hits as materialized (
      select o.tenant_id, o.id, o.ord_no from portal.orders o
       where abs(o.amount_cents) between least_cents and most_cents and o.amount_cents <> 0 and o.tenant_id = any (seen)
         and (of_currency is null or o.currency = of_currency)
      union all
      select 0, u.id, u.ord_no from portal.unassigned_orders u
       where auth.is_admin() and abs(u.amount_cents) between least_cents and most_cents and u.amount_cents <> 0
         and (of_currency is null or u.currency = of_currency))
    select h.tenant_id, h.id from hits h order by h.ord_no collate portal.natural_order desc nulls last, h.id desc limit most;
end $$;

alter function portal.invoices_of_amount(bigint, bigint, text, date, int) owner to portal_keeper;
alter function portal.payments_of_amount(bigint, bigint, text, int) owner to portal_keeper;
alter function portal.payment_orders_of_amount(bigint, bigint, text, int) owner to portal_keeper;
alter function portal.orders_of_amount(bigint, bigint, text, int) owner to portal_keeper;
grant execute on function portal.invoices_of_amount(bigint, bigint, text, date, int), portal.payments_of_amount(bigint, bigint, text, int),
  portal.payment_orders_of_amount(bigint, bigint, text, int), portal.orders_of_amount(bigint, bigint, text, int)
  to portal_member, portal_staff, portal_admin;
