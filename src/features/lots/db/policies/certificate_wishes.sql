alter table portal.certificate_wishes enable row level security;
alter table portal.certificate_wishes force row level security;

-- A member keeps their own, for the tenant that the session is in.
drop policy if exists member on portal.certificate_wishes;
create policy member on portal.certificate_wishes to portal_member
  using (tenant_id = (select auth.tenant()) and user_id = (select auth.actor()))
  with check (tenant_id = (select auth.tenant()) and user_id = (select auth.actor()));
-- Whoever asked is told by functions that run as the keeper, and asks no more.
drop policy if exists keeper on portal.certificate_wishes;
create policy keeper on portal.certificate_wishes to portal_keeper using (true) with check (true);

grant select, insert, delete on portal.certificate_wishes to portal_member;
grant select, delete on portal.certificate_wishes to portal_keeper;
