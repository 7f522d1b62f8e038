alter table portal.notice_choices enable row level security;
alter table portal.notice_choices force row level security;

-- Everybody keeps their own, whatever the tenant.
drop policy if exists own on portal.notice_choices;
create policy own on portal.notice_choices to portal_member, portal_staff, portal_admin
  using (user_id = (select auth.actor())) with check (user_id = (select auth.actor()));
-- The functions that write notices act as the owner.
drop policy if exists owner on portal.notice_choices;
create policy owner on portal.notice_choices to portal_owner using (true) with check (true);

grant select, insert, update on portal.notice_choices to portal_member, portal_staff, portal_admin;
