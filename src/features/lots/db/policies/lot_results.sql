alter table portal.lot_results enable row level security;
alter table portal.lot_results force row level security;

-- A member reads what was found of the lots that their tenant has access to.
drop policy if exists member on portal.lot_results;
create policy member on portal.lot_results for select to portal_member
  using (exists (select from portal.lots x join portal.lot_access a on a.lot_id = x.id
    where a.tenant_id = (select auth.tenant()) and x.source_id = lot_results.source_id and x.lot_no = lot_results.lot_no and x.item_no = lot_results.item_no));
-- Staff read it of those that a tenant which they may look into has access to.
drop policy if exists staff on portal.lot_results;
create policy staff on portal.lot_results for select to portal_staff
  using (exists (select from portal.lots x join portal.lot_access a on a.lot_id = x.id
    where a.tenant_id = any ((select auth.staff_tenants())::int[]) and x.source_id = lot_results.source_id and x.lot_no = lot_results.lot_no and x.item_no = lot_results.item_no));
-- Administrators read all of it.
drop policy if exists administrator on portal.lot_results;
create policy administrator on portal.lot_results for select to portal_admin using ((select auth.is_admin()));
-- An upstream key that is bound to no tenant writes it.
drop policy if exists upstream on portal.lot_results;
create policy upstream on portal.lot_results to portal_ingest
  using ((select auth.ingests_all())) with check ((select auth.ingests_all()));

-- Those that waited for their lot are tied to it when it comes (portal.follow_lots).
drop policy if exists keeper on portal.lot_results;
create policy keeper on portal.lot_results to portal_keeper using (true) with check (true);
-- The start of the server judges those that a former version stored.
drop policy if exists owner on portal.lot_results;
create policy owner on portal.lot_results to portal_owner using (true) with check (verdict is not null);

grant select on portal.lot_results to portal_member, portal_staff, portal_admin;
grant select, update on portal.lot_results to portal_keeper;
grant select, insert, update, delete on portal.lot_results to portal_ingest;
grant usage on sequence portal.lot_result_ids to portal_ingest;
