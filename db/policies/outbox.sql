alter table portal.outbox enable row level security;
alter table portal.outbox force row level security;

-- A member sees events of the tenant that the session is in.
drop policy if exists member on portal.outbox;
create policy member on portal.outbox to portal_member
  using (tenant_id = (select auth.tenant())) with check (tenant_id = (select auth.tenant()));
-- Staff see events of the tenants that they may look into.
drop policy if exists staff on portal.outbox;
create policy staff on portal.outbox to portal_staff
  using (tenant_id = any ((select auth.staff_tenants())::int[]))
  with check (tenant_id = any ((select auth.staff_tenants())::int[]));
-- An administrator sees events of every tenant; the signature, not the role, opens this.
drop policy if exists administrator on portal.outbox;
create policy administrator on portal.outbox to portal_admin
  using ((select auth.is_admin())) with check ((select auth.is_admin()));
-- An upstream key writes events of every tenant, or of the one that it is bound to.
drop policy if exists upstream on portal.outbox;
create policy upstream on portal.outbox to portal_ingest
  using ((select auth.ingests_all()) or tenant_id = (select auth.ingest_tenant()))
  with check ((select auth.ingests_all()) or tenant_id = (select auth.ingest_tenant()));

grant insert on portal.outbox to portal_member;
grant insert on portal.outbox to portal_staff;
grant insert on portal.outbox to portal_admin;
grant insert on portal.outbox to portal_ingest;
