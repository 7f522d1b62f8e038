-- What the portal keeps of whoever asks, for their own copy of it. What they did is told in full; what it changed only where
-- that is their own: a company's data stays with the company.
create or replace function portal.own_acts(out at timestamptz, out tenant_id int, out action text, out object_type text, out object_id text,
  out before jsonb, out after jsonb) returns setof record
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform auth.require_context('member', 'staff', 'admin', 'none');
  return query select a.at, a.tenant_id, a.action, a.object_type, a.object_id,
      case when a.object_type in ('profile', 'view', 'session') then a.old end,
      case when a.object_type in ('profile', 'view', 'session') then a.new end
    from portal.audit_log a where a.actor = auth.actor() order by a.at, a.tenant_id, a.seq;
end $$;

alter function portal.own_acts() owner to portal_keeper;
grant execute on function portal.own_acts() to portal_member, portal_staff, portal_admin;
