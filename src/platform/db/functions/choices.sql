-- In which time zone somebody reads: their own choice, that of the tenant they are in, the installation's. Null: nobody said.
-- As the asker: what they may not see does not count.
create or replace function portal.timezone_of(of_user text, of_tenant int) returns text
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select coalesce(
    (select p.timezone from portal.profiles p where p.user_id = of_user),
    (select t.timezone from portal.tenants t where t.id = of_tenant),
    (select i.timezone from portal.installation i))
$$;
grant execute on function portal.timezone_of(text, int) to portal_member, portal_staff, portal_admin;

-- The language of a tenant's people who have chosen none: its own, in Quebec French (B4). Null: nobody said.
create or replace function portal.language_of_tenant(of_tenant int) returns text
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select coalesce(t.language, case when t.region = 'CA-QC' then 'fr-CA' end) from portal.tenants t where t.id = of_tenant
$$;

-- The reporting zone: whose day money and business hours go by. Montreal's until somebody chooses, and System health says so.
create or replace function portal.business_zone() returns text
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select coalesce((select i.timezone from portal.installation i), 'America/Toronto')
$$;
grant execute on function portal.business_zone() to portal_member, portal_staff, portal_admin, portal_keeper, portal_ingest;
