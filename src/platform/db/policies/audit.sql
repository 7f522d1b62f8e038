alter table portal.audit_log enable row level security;
alter table portal.audit_log force row level security;
alter table portal.audit_heads enable row level security;
alter table portal.audit_heads force row level security;

-- Administrators read the trail; nobody changes it.
drop policy if exists administrator on portal.audit_log;
create policy administrator on portal.audit_log for select to portal_admin using ((select auth.is_admin()));
-- A tenant's part for its people; the permission is asked for by the contract.
drop policy if exists member on portal.audit_log;
create policy member on portal.audit_log for select to portal_member using (tenant_id = (select auth.tenant()));
-- Only portal.append_audit and portal.verify_audit, which run as the keeper, touch the chain.
drop policy if exists keeper_reads on portal.audit_log;
create policy keeper_reads on portal.audit_log for select to portal_keeper using (true);
drop policy if exists keeper_appends on portal.audit_log;
create policy keeper_appends on portal.audit_log for insert to portal_keeper with check (true);
drop policy if exists keeper on portal.audit_heads;
create policy keeper on portal.audit_heads to portal_keeper using (true) with check (true);

grant select on portal.audit_log to portal_admin, portal_member;
grant select, insert on portal.audit_log to portal_keeper;
grant select, insert, update on portal.audit_heads to portal_keeper;

-- What the trail says of persons is read by whoever reads its rows; the keeper seals and erases.
alter table portal.audit_sealed enable row level security;
alter table portal.audit_sealed force row level security;
drop policy if exists administrator on portal.audit_sealed;
create policy administrator on portal.audit_sealed for select to portal_admin using ((select auth.is_admin()));
drop policy if exists member on portal.audit_sealed;
create policy member on portal.audit_sealed for select to portal_member using (tenant_id = (select auth.tenant()));
drop policy if exists keeper on portal.audit_sealed;
create policy keeper on portal.audit_sealed to portal_keeper using (true) with check (true);
grant select on portal.audit_sealed to portal_admin, portal_member;
grant select, insert, update (about, salt, value) on portal.audit_sealed to portal_keeper;
