alter table portal.announcements enable row level security;
alter table portal.announcements force row level security;

-- A member reads what is for everybody and what is for their tenant.
drop policy if exists member on portal.announcements;
create policy member on portal.announcements for select to portal_member
  using ((select auth.tenant()) is not null and (to_all or exists (select from portal.announcement_tenants a
    where a.announcement_id = id and a.tenant_id = (select auth.tenant()))));
-- Staff read what is for everybody and what is for one of the tenants that they may look into.
drop policy if exists staff on portal.announcements;
create policy staff on portal.announcements for select to portal_staff
  using ((select auth.is_staff()) and (to_all or exists (select from portal.announcement_tenants a
    where a.announcement_id = id and a.tenant_id = any ((select auth.staff_tenants())::int[]))));
-- Administrators write them.
drop policy if exists administrator on portal.announcements;
create policy administrator on portal.announcements to portal_admin
  using ((select auth.is_admin())) with check ((select auth.is_admin()));

grant select on portal.announcements to portal_member, portal_staff;
grant select, insert, update on portal.announcements to portal_admin;
