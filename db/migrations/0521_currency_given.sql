-- Whether a row's currency is its own or its company's, which a row that waits for its company does not know yet. Null: the row
-- was made in the portal, or came before this was kept.
alter table portal.orders add column currency_given boolean;
alter table portal.unassigned_orders add column currency_given boolean;
alter table portal.sales_history add column currency_given boolean;
alter table portal.unassigned_sales_history add column currency_given boolean;
alter table portal.current_sales add column currency_given boolean;
alter table portal.unassigned_current_sales add column currency_given boolean;
alter table portal.invoices add column currency_given boolean;
alter table portal.unassigned_invoices add column currency_given boolean;
alter table portal.payments add column currency_given boolean;
alter table portal.unassigned_payments add column currency_given boolean;
alter table portal.prices add column currency_given boolean;
alter table portal.unassigned_prices add column currency_given boolean;
