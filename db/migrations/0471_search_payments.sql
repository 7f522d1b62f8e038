-- Payments are found by the search over everything (B3): those that upstream sends by their number and reference, those that are made
-- here by their own and by what the bank says of them. Rows of source 0 are a payment made here once more.
alter table portal.payments add column search_text text not null generated always as (
  case when source_id = 0 then '' else portal.fold(payment_no || chr(10) || coalesce(reference, '')) end) stored;
create index payments_search on portal.payments using gin (search_text extensions.gin_trgm_ops);
create index payments_all_by_date on portal.payments (payment_date desc, id desc);

alter table portal.payment_orders add column search_text text not null generated always as (
  portal.fold(reference || chr(10) || coalesce(bank_reference, ''))) stored;
create index payment_orders_search on portal.payment_orders using gin (search_text extensions.gin_trgm_ops);
