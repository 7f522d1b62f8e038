-- Whether a folded text contains a term. Folding takes the letter case off before the accent, so that in a database whose locale
-- knows ASCII alone "É" comes out as "E"; here it meets "e" all the same.
create or replace function portal.contains_folded(folded text, term text) returns boolean
  language sql immutable parallel safe strict as $$
  select lower(folded) like lower(portal.search_pattern(term))
$$;
grant execute on function portal.contains_folded(text, text) to portal_member, portal_staff, portal_admin;
