-- Sign-ins, failures and sign-outs in the audit trail, for the sign-in service, which has no context (A10).
create or replace function auth.record_visit(of_tenant int, act text, who text, details jsonb, trace text, address text) returns void
  language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select portal.append_audit(coalesce(of_tenant, 0), act, 'session'::text, null::text, null::jsonb, details, trace, who, address)
$$;
grant execute on function auth.record_visit(int, text, text, jsonb, text, text) to portal_auth;
