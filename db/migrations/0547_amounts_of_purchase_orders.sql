-- What a line of a purchase order comes to is rounded to what its currency has: to whole ones where there is nothing smaller.
-- The same rule as domain/line-amount.ts; a test compares them.
create function portal.line_amount(quantity numeric, unit_price numeric, price_per numeric, currency text) returns bigint
  language sql immutable parallel safe set search_path = pg_catalog, pg_temp
  return case when portal.minor_digits(currency) = 0 then 100 * div(2 * quantity * unit_price + price_per, 2 * price_per)
              else div(200 * quantity * unit_price + price_per, 2 * price_per) end::bigint;
grant execute on function portal.line_amount(numeric, numeric, numeric, text) to portal_member, portal_staff, portal_admin, portal_keeper, portal_ingest;

alter table portal.purchase_order_lines no force row level security;
alter table portal.purchase_orders no force row level security;
alter table portal.purchase_order_lines disable trigger user;
alter table portal.purchase_orders disable trigger user;
alter table portal.purchase_order_lines add column currency char(3);
update portal.purchase_order_lines l set currency = p.currency
  from portal.purchase_orders p where p.tenant_id = l.tenant_id and p.id = l.purchase_order_id;
alter table portal.purchase_order_lines drop column amount_cents;
drop function portal.line_amount(numeric, numeric, numeric);
alter table portal.purchase_order_lines
  add column amount_cents bigint generated always as (portal.line_amount(quantity, unit_price, price_per, currency)) stored;
update portal.purchase_orders p
   set total_cents = (select coalesce(sum(l.amount_cents), 0) from portal.purchase_order_lines l where l.tenant_id = p.tenant_id and l.purchase_order_id = p.id)
 where portal.minor_digits(p.currency) = 0;
alter table portal.purchase_orders enable trigger user;
alter table portal.purchase_order_lines enable trigger user;
alter table portal.purchase_orders force row level security;
alter table portal.purchase_order_lines force row level security;
