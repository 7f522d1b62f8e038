alter table portal.voice_told enable row level security;
alter table portal.voice_told force row level security;

-- Everybody keeps what they themselves were told.
drop policy if exists own on portal.voice_told;
create policy own on portal.voice_told to portal_member, portal_staff, portal_admin
  using (user_id = (select auth.actor())) with check (user_id = (select auth.actor()));

grant select, insert, update on portal.voice_told to portal_member, portal_staff, portal_admin;
