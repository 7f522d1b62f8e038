alter table portal.prices enable row level security;
alter table portal.prices force row level security;

-- A member sees prices of the tenant that the session is in.
drop policy if exists member on portal.prices;
create policy member on portal.prices to portal_member
  using (tenant_id = (select auth.tenant())) with check (tenant_id = (select auth.tenant()));
-- Staff see prices of the tenants that they may look into.
drop policy if exists staff on portal.prices;
create policy staff on portal.prices to portal_staff
  using (tenant_id = any ((select auth.staff_tenants())::int[]))
  with check (tenant_id = any ((select auth.staff_tenants())::int[]));
-- An administrator sees prices of every tenant; the signature, not the role, opens this.
drop policy if exists administrator on portal.prices;
create policy administrator on portal.prices to portal_admin
  using ((select auth.is_admin())) with check ((select auth.is_admin()));
-- An upstream key writes prices of every tenant, or of the one that it is bound to.
drop policy if exists upstream on portal.prices;
create policy upstream on portal.prices to portal_ingest
  using ((select auth.ingests_all()) or tenant_id = (select auth.ingest_tenant()))
  with check ((select auth.ingests_all()) or tenant_id = (select auth.ingest_tenant()));

grant select on portal.prices to portal_member;
grant select on portal.prices to portal_staff;
grant select on portal.prices to portal_admin;
grant select, insert, update, delete on portal.prices to portal_ingest;
grant usage on sequence portal.price_ids to portal_ingest;

-- portal.move_client moves them to and from the unassigned ones; staff enter some themselves (portal.keep_price).
drop policy if exists keeper on portal.prices;
create policy keeper on portal.prices to portal_keeper using (true) with check (true);
grant select, insert, update, delete on portal.prices to portal_keeper;
