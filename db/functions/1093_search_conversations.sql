-- At most so many conversations, the newest, of whoever asks, in whose subject or messages a term stands (B3): as
-- portal.search_issues, through the trigram indexes. The staff's notes are not looked at.
create or replace function portal.search_conversations(term text, most int, out tenant_id int, out id bigint) returns setof record
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  pattern text := portal.search_pattern(term);
  seen int[] := auth.seen_tenants();
begin
  if seen is null and not auth.is_admin() then return; end if;
  -- One in which much is said about it is one, so that it hides no other; the newest of all are taken.
  return query
    with hits as materialized (
      select c.tenant_id, c.id from portal.conversations c
       where (seen is null or c.tenant_id = any (seen)) and c.search_text like pattern
      union
      select m.tenant_id, m.conversation_id from portal.conversation_messages m
       where (seen is null or m.tenant_id = any (seen)) and m.search_text like pattern)
    select c.tenant_id, c.id from hits h join portal.conversations c on c.tenant_id = h.tenant_id and c.id = h.id
     order by c.last_at desc, c.id desc limit most;
end $$;
alter function portal.search_conversations(text, int) owner to portal_keeper;
grant execute on function portal.search_conversations(text, int) to portal_member, portal_staff, portal_admin;
