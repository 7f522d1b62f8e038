alter table portal.staff enable row level security;
alter table portal.staff force row level security;

-- Administrators see and change all staff roles.
drop policy if exists administrator on portal.staff;
create policy administrator on portal.staff to portal_admin
  using ((select auth.is_admin())) with check ((select auth.is_admin()));
-- The context functions and the command line act as the owner.
drop policy if exists owner on portal.staff;
create policy owner on portal.staff to portal_owner using (true) with check (true);

grant select on portal.staff to portal_admin;
