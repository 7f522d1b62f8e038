alter table portal.tenant_module_visibility enable row level security;
alter table portal.tenant_module_visibility force row level security;

-- Administrators see and change which modules each tenant has.
drop policy if exists administrator on portal.tenant_module_visibility;
create policy administrator on portal.tenant_module_visibility to portal_admin
  using ((select auth.is_admin())) with check ((select auth.is_admin()));
-- The context functions and the command line act as the owner.
drop policy if exists owner on portal.tenant_module_visibility;
create policy owner on portal.tenant_module_visibility to portal_owner using (true) with check (true);

grant select, insert, update on portal.tenant_module_visibility to portal_admin;
