-- Whether a folded text contains what was typed.
create or replace function portal.contains_folded(folded text, term text) returns boolean
  language sql immutable parallel safe strict as $$
  select folded like any (portal.search_patterns(term))
$$;
grant execute on function portal.contains_folded(text, text) to portal_member, portal_staff, portal_admin, portal_keeper;
