alter table portal.item_names enable row level security;
alter table portal.item_names force row level security;

-- The register of all items of all clients: read and written only by functions that run as the keeper.
drop policy if exists keeper on portal.item_names;
create policy keeper on portal.item_names to portal_keeper using (true) with check (true);

grant select, insert on portal.item_names to portal_keeper;
