-- What is searched by an amount, whatever its sign (db/functions/1082_search_amounts.sql). The amount leads: there are a few of one amount
-- among everybody's.
create index invoices_by_total on portal.invoices (abs(total_cents));
create index invoices_by_balance on portal.invoices (abs(balance_cents)) where balance_cents <> 0;
create index invoices_paid_until on portal.invoices (paid_until) where paid_until is not null;
create index payments_by_amount on portal.payments (abs(amount_cents)) where source_id <> 0;
create index payment_orders_by_amount on portal.payment_orders (amount_cents);
create index orders_by_amount on portal.orders (abs(amount_cents)) where amount_cents <> 0;
create index unassigned_orders_by_amount on portal.unassigned_orders (abs(amount_cents)) where amount_cents <> 0;
