-- What is claimed of the portal, for visitors too (F6).
create or replace function auth.claims(out claims jsonb)
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'kind', c.kind, 'texts', c.texts, 'proof', c.proof, 'statedOn', c.stated_on,
    'version', c.version) order by c.kind, c.id), '[]') from portal.claims c
$$;
grant execute on function auth.claims() to portal_auth;
