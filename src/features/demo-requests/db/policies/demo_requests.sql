alter table portal.demo_requests enable row level security;
alter table portal.demo_requests force row level security;

-- Whoever was signed in when they asked reads their own.
drop policy if exists own on portal.demo_requests;
create policy own on portal.demo_requests for select to portal_member, portal_staff
  using (user_id = (select auth.actor()));
-- Administrators read all of them, and say what became of them.
drop policy if exists administrator on portal.demo_requests;
create policy administrator on portal.demo_requests to portal_admin
  using ((select auth.is_admin())) with check ((select auth.is_admin()));
-- The function through which they come acts as the owner, and so does the one that forgets them.
drop policy if exists owner on portal.demo_requests;
create policy owner on portal.demo_requests to portal_owner using (true) with check (true);

grant select on portal.demo_requests to portal_member, portal_staff, portal_admin;
grant update (answered_at, answered_by, note, version) on portal.demo_requests to portal_admin;
