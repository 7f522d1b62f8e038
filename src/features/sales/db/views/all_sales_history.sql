-- What an administrator's drill-down reads: every line; the unassigned ones are under tenant 0, as are their names.
create or replace view portal.all_sales_history with (security_invoker = true) as
  select * from portal.sales_history union all select * from portal.unassigned_sales_history;
grant select on portal.all_sales_history to portal_admin;
