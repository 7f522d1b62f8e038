alter table portal.members enable row level security;
alter table portal.members force row level security;

-- Administrators see and change all memberships.
drop policy if exists administrator on portal.members;
create policy administrator on portal.members to portal_admin
  using ((select auth.is_admin())) with check ((select auth.is_admin()));
-- The context functions and the command line act as the owner.
drop policy if exists owner on portal.members;
create policy owner on portal.members to portal_owner using (true) with check (true);

grant select on portal.members to portal_admin;
