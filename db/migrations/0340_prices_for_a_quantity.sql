-- A price is for a quantity of the line's unit: 58.00 for 1000 capsules. Amounts in cents, halves away from zero, exact: the one
-- rule that lines, totals, limits and changes follow (and domain/line-amount.ts before a line is kept, held against it by a test).
create function portal.line_amount(quantity numeric, unit_price numeric, price_per numeric) returns bigint
  language sql immutable strict parallel safe set search_path = pg_catalog, pg_temp
  return div(200 * quantity * unit_price + price_per, 2 * price_per)::bigint;
grant execute on function portal.line_amount(numeric, numeric, numeric) to portal_member, portal_staff, portal_admin, portal_keeper, portal_ingest;

alter table portal.purchase_order_lines
  add column price_per numeric(18, 6) not null default 1 check (price_per > 0),
  drop column amount_cents;
alter table portal.purchase_order_lines
  add column amount_cents bigint generated always as (portal.line_amount(quantity, unit_price, price_per)) stored;
