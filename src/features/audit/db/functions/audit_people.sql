-- Who was a member of the asker's tenant at some time, as its own trail says.
create or replace function portal.was_member(of_user text) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from portal.audit_log a
                  where a.object_id = of_user and a.tenant_id = auth.tenant() and a.object_type = 'member')
$$;
alter function portal.was_member(text) owner to portal_keeper;
grant execute on function portal.was_member(text) to portal_owner;

-- The names of people in the trail, for whom may know them: administrators everybody, a tenant's people one another, and by name
-- alone those who were among them. For anybody else (staff, an account that is gone) there is no row. Addresses too, but those of
-- one's own side alone.
create or replace function portal.audit_people(ids text[], out user_id text, out name text, out email text) returns setof record
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select p.user_id, p.name, case when of.is_here then p.email end
    from portal.profiles p
   cross join lateral (
     select case auth.context_kind()
              when 'admin' then true
              when 'member' then exists (select from portal.members m where m.user_id = p.user_id and m.tenant_id = auth.tenant())
                or exists (select from auth.temporary_access x where x.user_id = p.user_id and x.tenant_id = auth.tenant())
              else false end as is_here) of
   where p.user_id = any (ids)
     and (of.is_here or (auth.context_kind() = 'member' and portal.was_member(p.user_id)))
$$;
grant execute on function portal.audit_people(text[]) to portal_member, portal_admin;

-- Of the same people those whose name or address begins so.
create or replace function portal.audit_people_like(beginning text, out user_id text) returns setof text
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select k.user_id
    from (select array_agg(p.user_id) as ids from portal.profiles p
           where starts_with(lower(p.name), lower(beginning)) or starts_with(lower(p.email), lower(beginning))) found,
         portal.audit_people(found.ids) k
   where starts_with(lower(k.name), lower(beginning)) or starts_with(lower(k.email), lower(beginning))
$$;
grant execute on function portal.audit_people_like(text) to portal_member, portal_admin;

-- Accounts that are there no more: whoever they were was erased.
create or replace function portal.audit_erased(ids text[], out user_id text) returns setof text
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select i.id from unnest(ids) i (id)
   where auth.context_kind() in ('admin', 'member') and not exists (select from portal.profiles p where p.user_id = i.id)
$$;
grant execute on function portal.audit_erased(text[]) to portal_member, portal_admin;

-- Rows of the asker's part of the trail that say an address which begins so, as long as nobody erased it.
create or replace function portal.audit_addressed(beginning text, out tenant_id int, out seq bigint) returns setof record
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select s.tenant_id, s.seq from portal.audit_sealed s
   where s.value #>> '{}' like '%@%' and starts_with(lower(s.value #>> '{}') collate "C", lower(beginning))
     and case auth.context_kind() when 'admin' then true when 'member' then s.tenant_id = auth.tenant() else false end
$$;
alter function portal.audit_addressed(text) owner to portal_keeper;
grant execute on function portal.audit_addressed(text) to portal_member, portal_admin;
