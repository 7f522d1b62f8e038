alter table portal.order_changes enable row level security;
alter table portal.order_changes force row level security;

-- A member sees the history of orders of the tenant that the session is in.
drop policy if exists member on portal.order_changes;
create policy member on portal.order_changes for select to portal_member using (tenant_id = (select auth.tenant()));
-- Staff see the history of orders of the tenants that they may look into.
drop policy if exists staff on portal.order_changes;
create policy staff on portal.order_changes for select to portal_staff
  using (tenant_id = any ((select auth.staff_tenants())::int[]));
-- An administrator sees the history of orders of every tenant; the signature, not the role, opens this.
drop policy if exists administrator on portal.order_changes;
create policy administrator on portal.order_changes for select to portal_admin using ((select auth.is_admin()));
-- Only the triggers on orders and their lines, which run as the keeper, write it.
drop policy if exists keeper on portal.order_changes;
create policy keeper on portal.order_changes to portal_keeper using (true) with check (true);

grant select on portal.order_changes to portal_member, portal_staff, portal_admin;
grant select, insert, update, delete on portal.order_changes to portal_keeper;
grant usage on sequence portal.order_change_ids to portal_keeper;
