-- What administrators keep of a client beside its name, language and currency.
alter table portal.tenants
  add column timezone text check (length(timezone) between 1 and 64),
  add column region text check (region ~ '^[A-Z]{2}(-[A-Z0-9]{1,3})?$'), -- ISO 3166: a country, or a province of it
  add column account_manager text references portal.profiles on delete set null,
  add column version int not null default 1;
create index tenants_account_manager on portal.tenants (account_manager) where account_manager is not null;

-- When upstream last sent something of a tenant; null: not since it is kept.
alter table portal.data_versions add column received_at timestamptz;
