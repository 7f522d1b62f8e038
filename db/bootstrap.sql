-- Roles and database-wide rights. Idempotent; run at every migration by whoever may create roles
-- (embedded: the superuser; elsewhere: the user of DATABASE_URL). PostgreSQL 15 or newer.
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
    ('portal_legacy', 'nologin'),           -- SQL tools that read the source's own table names; login off by default
    ('portal_backup', 'nologin'),           -- reads all that is worth keeping; whoever migrates becomes it for `portal backup`
    ('portal_auth',   'login noinherit'),   -- sign-in and sessions: schema auth only
    ('portal_events', 'login noinherit'),   -- the event reader: positions of every tenant's events, and nothing else
    ('portal_app',    'login noinherit')    -- the server: owns nothing, may only become one of the acting roles.
  ) as t (name, options) loop               -- noinherit comes before the grants: 16 and newer copy it into each grant
    if not exists (select from pg_roles where rolname = wanted.name) then
      begin
        execute format('create role %I %s', wanted.name, wanted.options);
      exception when duplicate_object or unique_violation then null; -- another database of the cluster was first
      end;
    end if;
  end loop;
end $$;

grant portal_member, portal_staff, portal_admin, portal_ingest to portal_app;
grant portal_keeper to portal_owner;
-- 16 and newer make the creator of a role a member without SET; it may grant itself the rest.
do $$ begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant portal_owner, portal_ingest, portal_backup to %I', current_user);
  end if;
end $$;

-- Role settings survive a transaction-pooling proxy; connection options do not.
alter role portal_auth set search_path = auth;
-- Bounds of what a screen asks (D8); uploads and exports set their own.
alter role portal_auth set statement_timeout = '2s';
alter role portal_app set search_path = portal;
alter role portal_app set statement_timeout = '2s';
alter role portal_app set lock_timeout = '3s';
alter role portal_app set idle_in_transaction_session_timeout = '15s';
-- Short questions by keys: to compile one takes longer than to answer it, and without statistics many look dear enough.
alter role portal_app set jit = off;
alter role portal_auth set jit = off;
alter role portal_events set jit = off;
alter role portal_events set search_path = portal;
alter role portal_events set statement_timeout = '10s';
alter role portal_events set idle_in_transaction_session_timeout = '15s';
alter role portal_legacy set search_path = legacy;
alter role portal_legacy set default_transaction_read_only = on;

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
