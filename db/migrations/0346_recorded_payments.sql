-- Payments that staff saw come in and that nobody had announced (D5): known by what the bank says of them, so that the same one that
-- upstream sends later is found.

-- A reference as it is compared: letters and digits alone, whatever the letter case.
create function portal.bank_key(said text) returns text
  language sql immutable parallel safe set search_path = pg_catalog, pg_temp as $$
  select nullif(upper(regexp_replace(said, '[^[:alnum:]]', '', 'g')), '')
$$;

alter table portal.payment_orders
  -- Staff recorded it when it came in; nobody of the company had announced it.
  add column recorded boolean not null default false,
  add column bank_reference text check (length(bank_reference) <= 100),
  add column bank_key text generated always as (portal.bank_key(bank_reference)) stored,
  add constraint payment_orders_bank_key check (length(bank_key) >= 4),
  add constraint payment_orders_recorded check (recorded or bank_reference is null);
-- One transfer is recorded once, whoever else sees it.
create unique index payment_orders_bank on portal.payment_orders (tenant_id, bank_key, currency)
  where bank_key is not null and cancelled_at is null;
create index payment_orders_newest on portal.payment_orders (id desc);
create index payments_by_bank_reference on portal.payments (tenant_id, portal.bank_key(reference)) where source_id <> 0 and reference is not null;
create index payments_by_bank_number on portal.payments (tenant_id, portal.bank_key(payment_no)) where source_id <> 0;
