alter table portal.profiles enable row level security;
alter table portal.profiles force row level security;

-- Everybody sees and changes their own profile, whatever the tenant.
drop policy if exists own_member on portal.profiles;
create policy own_member on portal.profiles to portal_member
  using (user_id = (select auth.actor())) with check (user_id = (select auth.actor()));
drop policy if exists own_staff on portal.profiles;
create policy own_staff on portal.profiles to portal_staff
  using (user_id = (select auth.actor())) with check (user_id = (select auth.actor()));
-- An administrator sees everybody.
drop policy if exists administrator on portal.profiles;
create policy administrator on portal.profiles to portal_admin
  using ((select auth.is_admin())) with check ((select auth.is_admin()));
-- The context functions and the command line act as the owner.
drop policy if exists owner on portal.profiles;
create policy owner on portal.profiles to portal_owner using (true) with check (true);

grant select on portal.profiles to portal_member, portal_staff, portal_admin;
grant update (name, phone, address, department, language, theme, density, timezone, notify_email, notify_browser, notify_mobile,
  notify_order_updates, notify_product_updates, version) on portal.profiles to portal_member, portal_staff, portal_admin;
-- How much somebody may store is not theirs to say.
grant update (storage_quota) on portal.profiles to portal_admin;
