-- Payments by a payment provider, who alone ever sees the number of a card: here is only what it gives back.
create sequence portal.payment_method_ids;
create table portal.payment_methods (
  tenant_id int not null references portal.tenants,
  id bigint not null default nextval('portal.payment_method_ids'),
  -- What the provider calls the company, and the card; the latter is forgotten when the card is removed.
  customer text collate "C" not null check (length(customer) between 1 and 255),
  token text collate "C" check (length(token) between 1 and 255),
  brand text not null check (length(brand) between 1 and 40),
  last4 text collate "C" not null check (last4 ~ '^[0-9]{4}$'),
  exp_year smallint not null check (exp_year between 2000 and 2199),
  exp_month smallint not null check (exp_month between 1 and 12),
  holder text check (length(holder) <= 200),
  is_default boolean not null default false,
  created_by text references portal.profiles on delete set null,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, token),
  check ((token is null) = (removed_at is not null)),
  check (not is_default or removed_at is null)
);
-- One at most; without one the bank transfer is the default.
create unique index payment_methods_default on portal.payment_methods (tenant_id) where is_default;
create index payment_methods_author on portal.payment_methods (created_by);

-- What of a payment order is with the provider.
create table portal.card_payments (
  tenant_id int not null,
  order_id bigint not null,
  method_id bigint not null,
  -- asking: nobody knows yet · action: the payer must confirm on the provider's page · done: the provider's last word.
  stage text collate "C" not null default 'asking' check (stage in ('asking', 'action', 'done')),
  -- The provider's own name of it; null: it has not been heard.
  provider_id text collate "C" check (length(provider_id) between 1 and 255),
  action_url text check (length(action_url) <= 4000),
  -- Why nothing was paid.
  reason text collate "C" check (reason in ('funds', 'expired', 'limit', 'authentication', 'card', 'provider', 'cancelled', 'lapsed', 'unheard')),
  -- What the provider gave back: refunds, and what a cardholder's bank took back.
  returned_cents bigint not null default 0 check (returned_cents >= 0),
  returned_on date,
  -- Where the provider's page leads back to.
  return_to text not null check (length(return_to) <= 500),
  -- Taken back by the payer, or left lying: the provider is to cancel it.
  cancels boolean not null default false,
  -- When the provider is to be asked next; null: nothing is to be asked. Whoever asks puts it a minute ahead.
  due_at timestamptz default now(),
  -- How often the provider has said that something happened.
  hints int not null default 0,
  primary key (tenant_id, order_id),
  foreign key (tenant_id, order_id) references portal.payment_orders (tenant_id, id),
  foreign key (tenant_id, method_id) references portal.payment_methods (tenant_id, id)
);
create index card_payments_due on portal.card_payments (due_at) where due_at is not null;
create index card_payments_provider on portal.card_payments (provider_id) where provider_id is not null;
create index card_payments_method on portal.card_payments (tenant_id, method_id);

-- It asks for a card too (db/functions/0864_payment_orders.sql).
drop function if exists portal.announce_payment(text, jsonb);
