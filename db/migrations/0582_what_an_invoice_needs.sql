-- What an invoice is prefilled with, of its company.
alter table portal.tenants
  add column address text check (length(address) <= 500),
  add column terms text check (length(terms) <= 200);
-- A credit note of more than this needs its writer to sign in again; null: of any amount, none does.
alter table portal.installation add column credit_note_limit_cents bigint check (credit_note_limit_cents >= 0);

-- Taxes by place, kept by Finance: a rate holds from its day until the next of its place and name; 0 ends it. Of a province
-- before those of its country.
create table portal.tax_rates (
  id int primary key generated always as identity,
  place text not null check (place ~ '^[A-Z]{2}(-[A-Z0-9]{1,3})?$'), -- ISO 3166: a country, or a province of it
  name text not null check (length(name) between 1 and 60),
  rate numeric(7, 4) not null check (rate between 0 and 100), -- per cent
  valid_from date not null,
  unique (place, name, valid_from)
);
-- Canada: Canada Revenue Agency, "GST/HST rates" and "Change of rate in Nova Scotia"; Revenu Québec, "Tables of QST rates"; the
-- ministries of finance of British Columbia, Saskatchewan and Manitoba (docs/decisions/0065-taxes-of-an-invoice.md).
insert into portal.tax_rates (place, name, rate, valid_from) values
  ('CA-AB', 'GST', 5, '2008-01-01'), ('CA-BC', 'GST', 5, '2013-04-01'), ('CA-BC', 'PST', 7, '2013-04-01'),
  ('CA-MB', 'GST', 5, '2008-01-01'), ('CA-MB', 'RST', 8, '2013-07-01'), ('CA-MB', 'RST', 7, '2019-07-01'),
  ('CA-NB', 'HST', 13, '2008-01-01'), ('CA-NB', 'HST', 15, '2016-07-01'), ('CA-NL', 'HST', 13, '2008-01-01'), ('CA-NL', 'HST', 15, '2016-07-01'),
  ('CA-NS', 'HST', 15, '2010-07-01'), ('CA-NS', 'HST', 14, '2025-04-01'), ('CA-NT', 'GST', 5, '2008-01-01'), ('CA-NU', 'GST', 5, '2008-01-01'),
  ('CA-ON', 'HST', 13, '2010-07-01'), ('CA-PE', 'HST', 14, '2013-04-01'), ('CA-PE', 'HST', 15, '2016-10-01'),
  ('CA-QC', 'GST', 5, '2008-01-01'), ('CA-QC', 'QST', 9.975, '2013-01-01'),
  ('CA-SK', 'GST', 5, '2008-01-01'), ('CA-SK', 'PST', 6, '2017-03-23'), ('CA-YT', 'GST', 5, '2008-01-01');

alter table portal.invoice_drafts
  add column bill_to text check (length(bill_to) <= 500),
  add column place text check (place ~ '^[A-Z]{2}(-[A-Z0-9]{1,3})?$'),
  add column tax_note text check (length(tax_note) <= 200); -- why other taxes than those of the place stand on it
-- As they stood when it was issued.
alter table portal.invoices add column bill_to text, add column tax_note text;
alter table portal.invoice_lines add column lots text;
