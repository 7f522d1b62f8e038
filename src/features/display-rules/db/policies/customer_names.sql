alter table portal.customer_names enable row level security;
alter table portal.customer_names force row level security;

-- The register of all customers of all clients: read and written only by functions that run as the keeper.
drop policy if exists keeper on portal.customer_names;
create policy keeper on portal.customer_names to portal_keeper using (true) with check (true);

grant select, insert on portal.customer_names to portal_keeper;
