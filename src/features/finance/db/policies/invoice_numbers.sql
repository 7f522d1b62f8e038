alter table portal.invoice_numbers enable row level security;
alter table portal.invoice_numbers force row level security;

-- Only portal.issue_invoice takes a number.
drop policy if exists keeper on portal.invoice_numbers;
create policy keeper on portal.invoice_numbers to portal_keeper using (true) with check (true);

grant select, insert, update on portal.invoice_numbers to portal_keeper;
