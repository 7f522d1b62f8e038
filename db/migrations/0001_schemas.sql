-- Two schemas: who you are (auth), what there is (portal). The source's own table names live in legacy.
create schema auth;
create schema portal;
create schema legacy;

-- Functions are callable by nobody unless granted. Global for the role: the per-schema form cannot take away the default.
alter default privileges revoke execute on functions from public;

grant usage on schema auth to portal_auth, portal_app, portal_member, portal_staff, portal_admin, portal_ingest, portal_keeper;
grant usage on schema portal to portal_app, portal_member, portal_staff, portal_admin, portal_ingest, portal_legacy, portal_keeper;
grant create on schema portal to portal_keeper;
grant usage on schema legacy to portal_legacy;

-- Order of people: é beside e, and 9 before 10.
create collation portal.natural_order (provider = icu, locale = 'und-u-kn-true');

-- Text as search compares it: no case, no accents.
create function portal.fold(txt text) returns text
  language sql immutable parallel safe strict set search_path = pg_catalog, pg_temp as $$
  select regexp_replace(normalize(lower(txt), NFKD), '[\u0300-\u036f]', '', 'g')
$$;
grant execute on function portal.fold(text) to portal_member, portal_staff, portal_admin, portal_ingest, portal_keeper;
