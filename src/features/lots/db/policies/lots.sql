alter table portal.lots enable row level security;
alter table portal.lots force row level security;

-- A member reads the lots that their tenant has access to.
drop policy if exists member on portal.lots;
create policy member on portal.lots for select to portal_member
  using (exists (select from portal.lot_access a where a.tenant_id = (select auth.tenant()) and a.lot_id = id));
-- Staff read those that a tenant which they may look into has access to.
drop policy if exists staff on portal.lots;
create policy staff on portal.lots for select to portal_staff
  using (exists (select from portal.lot_access a where a.tenant_id = any ((select auth.staff_tenants())::int[]) and a.lot_id = id));
-- Administrators read all of them.
drop policy if exists administrator on portal.lots;
create policy administrator on portal.lots for select to portal_admin using ((select auth.is_admin()));
-- An upstream key that is bound to no tenant writes them.
drop policy if exists upstream on portal.lots;
create policy upstream on portal.lots to portal_ingest
  using ((select auth.ingests_all())) with check ((select auth.ingests_all()));
-- Lines of orders open lots to tenants (portal.follow_order_lines).
drop policy if exists keeper on portal.lots;
create policy keeper on portal.lots for select to portal_keeper using (true);

grant select on portal.lots to portal_member, portal_staff, portal_admin, portal_keeper;
grant select, insert, update, delete on portal.lots to portal_ingest;
grant usage on sequence portal.lot_ids to portal_ingest;
