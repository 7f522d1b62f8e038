alter table portal.document_favourites enable row level security;
alter table portal.document_favourites force row level security;

-- Everybody keeps what they themselves have marked.
drop policy if exists own on portal.document_favourites;
create policy own on portal.document_favourites to portal_member, portal_staff, portal_admin
  using (user_id = (select auth.actor())) with check (user_id = (select auth.actor()));

grant select, insert, delete on portal.document_favourites to portal_member, portal_staff, portal_admin;
