alter table portal.customers enable row level security;
alter table portal.customers force row level security;

-- A member sees customers of the tenant that the session is in.
drop policy if exists member on portal.customers;
create policy member on portal.customers to portal_member
  using (tenant_id = (select auth.tenant())) with check (tenant_id = (select auth.tenant()));
-- Staff see customers of the tenants that they may look into.
drop policy if exists staff on portal.customers;
create policy staff on portal.customers to portal_staff
  using (tenant_id = any ((select auth.staff_tenants())::int[]))
  with check (tenant_id = any ((select auth.staff_tenants())::int[]));
-- An administrator sees customers of every tenant; the signature, not the role, opens this.
drop policy if exists administrator on portal.customers;
create policy administrator on portal.customers to portal_admin
  using ((select auth.is_admin())) with check ((select auth.is_admin()));
-- An upstream key writes customers of every tenant, or of the one that it is bound to.
drop policy if exists upstream on portal.customers;
create policy upstream on portal.customers to portal_ingest
  using ((select auth.ingests_all()) or tenant_id = (select auth.ingest_tenant()))
  with check ((select auth.ingests_all()) or tenant_id = (select auth.ingest_tenant()));

grant select on portal.customers to portal_member;
grant select on portal.customers to portal_staff;
grant select on portal.customers to portal_admin;
grant select, insert, update, delete on portal.customers to portal_ingest;
grant usage on sequence portal.customer_ids to portal_ingest;

-- portal.move_client moves them to and from the unassigned ones.
drop policy if exists keeper on portal.customers;
create policy keeper on portal.customers to portal_keeper using (true) with check (true);
grant select, insert, delete on portal.customers to portal_keeper;
