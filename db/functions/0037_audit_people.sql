-- The names of people in the trail, for whom may know them: administrators everybody, a tenant's people one another. For
-- anybody else (staff, an account that is gone) there is no row. Addresses too, but those of one's own side alone.
create or replace function portal.audit_people(ids text[], out user_id text, out name text, out email text) returns setof record
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select p.user_id, p.name, p.email from portal.profiles p
   where p.user_id = any (ids)
     and case auth.context_kind()
           when 'admin' then true
           when 'member' then exists (select from portal.members m where m.user_id = p.user_id and m.tenant_id = auth.tenant())
             or exists (select from auth.temporary_access x where x.user_id = p.user_id and x.tenant_id = auth.tenant())
           else false end
$$;
grant execute on function portal.audit_people(text[]) to portal_member, portal_admin;

-- Of the same people those whose name or address begins so.
create or replace function portal.audit_people_like(beginning text, out user_id text) returns setof text
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select k.user_id
    from (select array_agg(p.user_id) as ids from portal.profiles p
           where starts_with(lower(p.name), lower(beginning)) or starts_with(lower(p.email), lower(beginning))) found,
         portal.audit_people(found.ids) k
$$;
grant execute on function portal.audit_people_like(text) to portal_member, portal_admin;
