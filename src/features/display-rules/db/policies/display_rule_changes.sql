alter table portal.display_rule_changes enable row level security;
alter table portal.display_rule_changes force row level security;

-- Administrators alone read who changed which display rule.
drop policy if exists administrator on portal.display_rule_changes;
create policy administrator on portal.display_rule_changes for select to portal_admin using ((select auth.is_admin()));
-- Only portal.change_display_rules, which runs as the keeper, writes it.
drop policy if exists keeper on portal.display_rule_changes;
create policy keeper on portal.display_rule_changes to portal_keeper using (true) with check (true);

grant select on portal.display_rule_changes to portal_admin;
grant select, insert on portal.display_rule_changes to portal_keeper;
