-- That the replacement of an issue was ordered, in its thread; null where the issue is not there for the asker.
create or replace function portal.note_replacement_order(of_issue bigint, of_order text) returns jsonb
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare i portal.issues;
begin
  perform auth.require_context('member', 'staff', 'admin');
  i := portal.hold_issue(of_issue);
  if i.id is null then return null; end if;
  perform portal.add_issue_entry(i, 'order_replacement', of_order);
  return portal.issue_people(i.tenant_id, i.id);
end $$;
alter function portal.note_replacement_order(bigint, text) owner to portal_keeper;
grant execute on function portal.note_replacement_order(bigint, text) to portal_member, portal_staff, portal_admin;
