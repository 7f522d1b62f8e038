alter table portal.form_draft_files enable row level security;
alter table portal.form_draft_files force row level security;

-- A member keeps files with their own drafts, for the tenant that the session is in.
drop policy if exists member on portal.form_draft_files;
create policy member on portal.form_draft_files to portal_member
  using (tenant_id = (select auth.tenant()) and user_id = (select auth.actor()))
  with check (tenant_id = (select auth.tenant()) and user_id = (select auth.actor()));
-- Staff keep files with their own drafts, for each tenant that they may look into and for all of them together (tenant 0).
drop policy if exists staff on portal.form_draft_files;
create policy staff on portal.form_draft_files to portal_staff
  using ((select auth.is_staff()) and user_id = (select auth.actor()) and tenant_id = any ((select auth.staff_tenants() || 0)::int[]))
  with check ((select auth.is_staff()) and user_id = (select auth.actor()) and tenant_id = any ((select auth.staff_tenants() || 0)::int[]));
-- An administrator keeps files with their own drafts for all tenants together, and sees nobody else's.
drop policy if exists administrator on portal.form_draft_files;
create policy administrator on portal.form_draft_files to portal_admin
  using ((select auth.is_admin()) and user_id = (select auth.actor()) and tenant_id = 0)
  with check ((select auth.is_admin()) and user_id = (select auth.actor()) and tenant_id = 0);
-- The owner knows which files are in use, and takes them away with their drafts.
drop policy if exists owner on portal.form_draft_files;
create policy owner on portal.form_draft_files to portal_owner using (true) with check (true);

grant select, insert, delete on portal.form_draft_files to portal_member, portal_staff, portal_admin;
