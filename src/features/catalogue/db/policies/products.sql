alter table portal.products enable row level security;
alter table portal.products force row level security;

-- A member reads the products that their tenant has access to.
drop policy if exists member on portal.products;
create policy member on portal.products for select to portal_member
  using (exists (select from portal.product_access a where a.tenant_id = (select auth.tenant()) and a.product_id = id));
-- Staff read those that a tenant which they may look into has access to.
drop policy if exists staff on portal.products;
create policy staff on portal.products for select to portal_staff
  using (exists (select from portal.product_access a where a.tenant_id = any ((select auth.staff_tenants())::int[]) and a.product_id = id));
-- Administrators read all of them.
drop policy if exists administrator on portal.products;
create policy administrator on portal.products for select to portal_admin using ((select auth.is_admin()));
-- An upstream key that is bound to no tenant writes them.
drop policy if exists upstream on portal.products;
create policy upstream on portal.products to portal_ingest
  using ((select auth.ingests_all())) with check ((select auth.ingests_all()));
-- Lines of orders open products to tenants (portal.follow_order_lines), and staff enter some themselves (portal.keep_product).
drop policy if exists keeper on portal.products;
create policy keeper on portal.products to portal_keeper using (true) with check (true);

grant select on portal.products to portal_member, portal_staff, portal_admin, portal_keeper;
grant select, insert, update, delete on portal.products to portal_ingest;
grant insert, update on portal.products to portal_keeper;
grant usage on sequence portal.product_ids to portal_ingest;
