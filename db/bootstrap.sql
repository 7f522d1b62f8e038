-- Roles and database-wide rights. Idempotent; run at every migration by whoever may create roles
-- (embedded: the superuser; elsewhere: the user of DATABASE_URL). PostgreSQL 15 or newer.
--
-- Groups are shared by all portals of a cluster: no login, no password, no setting. What logs in is made for each
-- installation under its own name (logins.ts). Where an older version made some of them logins, that is left alone here.
do $$
declare wanted record;
begin
  for wanted in select * from (values
    ('portal_owner',  'nologin'),           -- owns every object; only migrations act as it
    ('portal_keeper', 'nologin'),           -- owns the functions that keep derived rows (rollups, audit chain) and search
    ('portal_member', 'nologin'),           -- one tenant
    ('portal_staff',  'nologin'),           -- the tenants that a member of the manufacturer's staff may see
    ('portal_admin',  'nologin'),           -- every tenant
    ('portal_ingest', 'nologin'),           -- an upstream key
    ('portal_tables', 'nologin'),           -- SQL tools that read the source's own table names
    ('portal_legacy', 'nologin'),           -- what those were called before; nothing is granted to it any more
    ('portal_backup', 'nologin'),           -- reads all that is worth keeping; whoever migrates becomes it for `portal backup`
    ('portal_auth',   'nologin noinherit'), -- sign-in and sessions: schema auth only
    ('portal_events', 'nologin noinherit'), -- the event reader: positions of every tenant's events, and nothing else
    ('portal_app',    'nologin noinherit')  -- the server: owns nothing, may only become one of the acting roles.
  ) as t (name, options) loop               -- noinherit comes before the grants: 16 and newer copy it into each grant
    if not exists (select from pg_roles where rolname = wanted.name) then
      begin
        execute format('create role %I %s', wanted.name, wanted.options);
      exception when duplicate_object or unique_violation then null; -- another database of the cluster was first
      end;
    end if;
  end loop;
end $$;

-- 16 and newer: the roles are theirs who made them, and another owner needs to be let in once.
do $$
declare missing text;
begin
  select string_agg(r.rolname, ', ' order by r.rolname) into missing from pg_roles r
   where r.rolname = any (array['portal_owner', 'portal_keeper', 'portal_member', 'portal_staff', 'portal_admin', 'portal_ingest',
       'portal_tables', 'portal_backup', 'portal_auth', 'portal_events', 'portal_app'])
     and current_setting('server_version_num')::int >= 160000
     and not (select rolsuper from pg_roles where rolname = current_user)
     and not pg_has_role(current_user, r.oid, 'member with admin option');
  if missing is not null then
    raise exception 'another portal of this cluster made its roles. Let a superuser say once: grant % to % with admin option',
      missing, quote_ident(current_user);
  end if;
end $$;

-- One portal of the cluster after the other, until this transaction ends: advisory locks are of one database.
comment on role portal_owner is 'shared by the portals of this cluster, with all groups that begin so';

grant portal_member, portal_staff, portal_admin, portal_ingest to portal_app;
grant portal_keeper to portal_owner;
-- 16 and newer make the creator of a role a member without SET; it may grant itself the rest.
do $$ begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant portal_owner, portal_ingest, portal_backup to %I', current_user);
  end if;
end $$;

revoke all on schema public from public;
do $$ begin
  execute format('revoke temp on database %I from public', current_database());
  execute format('grant create on database %I to portal_owner', current_database());
end $$;

-- A second wall behind the policies; only a superuser can build it, and nothing depends on it. Nobody sets what the context
-- is read from, keeps data outside the tables, or holds a lock that outlives the transaction.
do $$
declare shut regprocedure;
begin
  if (select rolsuper from pg_roles where rolname = current_user) then
    for shut in select p.oid from pg_proc p where p.pronamespace = 'pg_catalog'::regnamespace
        and (p.proname in ('set_config', 'lo_creat', 'lo_create', 'lo_from_bytea', 'lo_put', 'lo_unlink', 'lowrite', 'lo_truncate', 'lo_truncate64')
          or p.proname ~ '^pg_(try_)?advisory_lock') loop
      execute format('revoke execute on function %s from public', shut);
    end loop;
    grant execute on function pg_catalog.set_config(text, text, boolean) to portal_owner;
  end if;
end $$;

create schema if not exists extensions;
grant usage on schema extensions to portal_owner, portal_keeper;
create extension if not exists pg_trgm schema extensions;
