alter table portal.client_assignments enable row level security;
alter table portal.client_assignments force row level security;

-- Administrators alone give clients to tenants, and see who did.
drop policy if exists administrator on portal.client_assignments;
create policy administrator on portal.client_assignments to portal_admin
  using ((select auth.is_admin())) with check ((select auth.is_admin()));

grant select, insert on portal.client_assignments to portal_admin;
grant update (undone_at, undone_by) on portal.client_assignments to portal_admin;
