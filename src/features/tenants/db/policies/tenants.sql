alter table portal.tenants enable row level security;
alter table portal.tenants force row level security;

-- A member sees the tenant that the session is in.
drop policy if exists member on portal.tenants;
create policy member on portal.tenants for select to portal_member using (id = (select auth.tenant()));
-- Staff see the tenants that they may look into.
drop policy if exists staff on portal.tenants;
create policy staff on portal.tenants for select to portal_staff using (id = any ((select auth.staff_tenants())::int[]));
-- An administrator sees every tenant.
drop policy if exists administrator on portal.tenants;
create policy administrator on portal.tenants to portal_admin
  using ((select auth.is_admin())) with check ((select auth.is_admin()));
-- An upstream key reads currency and existence of the tenants it writes to.
drop policy if exists upstream on portal.tenants;
create policy upstream on portal.tenants for select to portal_ingest
  using ((select auth.ingests_all()) or id = (select auth.ingest_tenant()));
-- The context functions and the command line act as the owner.
drop policy if exists owner on portal.tenants;
create policy owner on portal.tenants to portal_owner using (true) with check (true);
-- The functions that keep the sums of sales see to it that a line's tenant exists.
drop policy if exists keeper on portal.tenants;
create policy keeper on portal.tenants for select to portal_keeper using (true);

grant select on portal.tenants to portal_keeper;
grant select on portal.tenants to portal_member, portal_staff, portal_admin, portal_ingest;
-- The rest of a tenant is made and changed by functions and the command line.
grant insert (name, language, currency, timezone, region, account_manager, address, terms),
  update (name, language, currency, timezone, region, account_manager, address, terms, suspended_at, version,
    requires_second_factor, allows_trusted_devices, storage_quota) on portal.tenants to portal_admin;
