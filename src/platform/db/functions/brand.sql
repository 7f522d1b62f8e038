-- What visitors see before they sign in: name and logo of the portal, and how its company is reached; and the time zone that
-- reports are made in. Tax numbers and the bank are for documents alone and never leave by this way (H1).
create or replace function auth.brand(out brand_name text, out logo_hash text, out legal_name text, out address text,
  out hours text, out email text, out phone text, out timezone text) returns setof record
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select i.brand_name, i.logo_hash, i.company_name, i.address, i.hours, i.email, i.phone, portal.business_zone() from portal.installation i
$$;

-- The logo of that hash, as long as it is the one in use.
create or replace function auth.brand_logo(of_hash text, out logo_type text, out logo bytea) returns setof record
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select i.logo_type, i.logo from portal.installation i where i.logo_hash = of_hash
$$;
grant execute on function auth.brand(), auth.brand_logo(text) to portal_auth;
