-- The manufacturer as its page tells of it (H1): everything beside the name is said or not.
alter table portal.installation
  add column brand_name text check (length(brand_name) between 1 and 60), -- null: BRAND_NAME
  add column address text check (length(address) <= 500),
  add column tax_numbers text check (length(tax_numbers) <= 300),
  add column bank text check (length(bank) <= 1000),
  add column hours text check (length(hours) <= 500),
  add column logo bytea check (octet_length(logo) <= 262144),
  add column logo_type text check (logo_type in ('image/png', 'image/svg+xml')),
  add column logo_hash text,
  add column version int not null default 1,
  add check ((logo is null) = (logo_type is null) and (logo is null) = (logo_hash is null));
