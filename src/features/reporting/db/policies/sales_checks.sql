alter table portal.sales_checks enable row level security;
alter table portal.sales_checks force row level security;

-- Administrators alone read what the checks found.
drop policy if exists administrator on portal.sales_checks;
create policy administrator on portal.sales_checks for select to portal_admin using ((select auth.is_admin()));
-- The server checks as the owner, beside the requests.
drop policy if exists owner on portal.sales_checks;
create policy owner on portal.sales_checks to portal_owner using (true) with check (true);

grant select on portal.sales_checks to portal_admin;
