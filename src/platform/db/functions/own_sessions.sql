-- Where a person is signed in, for themselves; the tokens stay where nobody reads them.
create or replace function portal.own_sessions(out id text, out user_agent text, out address text, out created_at timestamptz,
  out last_active_at timestamptz, out is_current boolean) returns setof record
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform auth.require_context('member', 'staff', 'admin', 'none');
  return query select s.id, s.user_agent, s.ip_address, s.created_at, s.last_active_at, s.id = auth.session_id()
    from auth.sessions s where s.user_id = auth.actor() and s.expires_at > clock_timestamp()
   order by (s.id = auth.session_id()) desc, s.last_active_at desc, s.id limit 200;
end $$;

-- Ends one of the asker's own sessions; false: there is none of that id.
create or replace function portal.end_own_session(of_id text) returns boolean
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform auth.require_context('member', 'staff', 'admin', 'none');
  delete from auth.sessions s where s.user_id = auth.actor() and s.id = of_id;
  return found;
end $$;
grant execute on function portal.own_sessions(), portal.end_own_session(text) to portal_member, portal_staff, portal_admin;
