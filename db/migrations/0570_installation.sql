-- Which installation this is (J19): its logins and the place of its files carry that. `of_database`: where the id was given
-- out, so that a copy within one cluster is told from the original. `store_marked`: the files have had the mark once.
alter table auth.secret
  add column installation uuid not null default gen_random_uuid(),
  add column of_database oid,
  add column store_marked boolean not null default false;

-- Who reads the source's own table names; the login portal_legacy was that itself.
grant usage on schema legacy, portal to portal_tables;
revoke all on all tables in schema legacy, portal from portal_legacy;
revoke all on schema legacy, portal from portal_legacy;

create or replace function portal.keep_shipped() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if not auth.is_server() then
    if tg_op = 'INSERT' then
      new.shipped := new.permissions;
    elsif old.shipped is not null and new.permissions <> old.permissions then
      new.shipped := array(select p from unnest(old.shipped) p where p = any (new.permissions) or p <> all (old.permissions))
        || array(select p from unnest(new.permissions) p where p <> all (old.permissions) and p <> all (old.shipped));
    end if;
  end if;
  return new;
end $$;

-- Whether the server asks: every login of it begins so, whichever installation's.
create function auth.is_server() returns boolean language sql stable return left(session_user, 10) = 'portal_app';
grant execute on function auth.is_server() to portal_keeper, portal_member, portal_staff, portal_admin, portal_ingest;
