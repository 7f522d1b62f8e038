-- Everybody's open sessions for administrators; found by person, address or the name that the browser gives itself. The tokens
-- stay where nobody reads them.
create or replace function portal.all_sessions(of_search text, out id text, out user_id text, out name text, out email text,
  out user_agent text, out address text, out created_at timestamptz, out last_active_at timestamptz, out is_current boolean,
  out is_temporary boolean) returns setof record
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform auth.require_context('admin');
  return query
    select s.id, s.user_id, p.name, coalesce(x.email, p.email), s.user_agent, s.ip_address, s.created_at, s.last_active_at,
           s.id = auth.session_id(), x.user_id is not null
      from auth.sessions s join portal.profiles p on p.user_id = s.user_id
      left join auth.temporary_access x on x.user_id = s.user_id
     where s.expires_at > clock_timestamp()
       and (of_search is null or portal.contains_folded(
             portal.search_fold(concat_ws(chr(10), p.name, coalesce(x.email, p.email), s.ip_address, s.user_agent)), of_search));
end $$;
grant execute on function portal.all_sessions(text) to portal_admin;
