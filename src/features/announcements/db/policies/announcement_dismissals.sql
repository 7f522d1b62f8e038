alter table portal.announcement_dismissals enable row level security;
alter table portal.announcement_dismissals force row level security;

-- Everybody keeps what they themselves have put away.
drop policy if exists own on portal.announcement_dismissals;
create policy own on portal.announcement_dismissals to portal_member, portal_staff, portal_admin
  using (user_id = (select auth.actor())) with check (user_id = (select auth.actor()));

grant select, insert on portal.announcement_dismissals to portal_member, portal_staff, portal_admin;
