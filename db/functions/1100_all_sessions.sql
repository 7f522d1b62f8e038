-- Everybody's open sessions for administrators, the one used last first; found by person, address or the name that the browser
-- gives itself. The tokens stay where nobody reads them.
create or replace function portal.all_sessions(of_search text, before_place bigint, before_id text, most int, out id text, out user_id text,
  out name text, out email text, out user_agent text, out address text, out created_at timestamptz, out last_active_at timestamptz,
  out is_current boolean, out is_temporary boolean, out place bigint, out total int) returns setof record
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform auth.require_context('admin');
  return query
    with chosen as (
      select s.*, p.name as person, x.user_id is not null as by_code, coalesce(x.email, p.email) as mail,
             (extract(epoch from s.last_active_at) * 1000000)::bigint as at
        from auth.sessions s join portal.profiles p on p.user_id = s.user_id
        left join auth.temporary_access x on x.user_id = s.user_id
       where s.expires_at > clock_timestamp()
         and (of_search is null or portal.contains_folded(
               portal.fold(concat_ws(chr(10), p.name, coalesce(x.email, p.email), s.ip_address, s.user_agent)), of_search))
    )
    select c.id, c.user_id, c.person, c.mail, c.user_agent, c.ip_address, c.created_at, c.last_active_at, c.id = auth.session_id(),
      c.by_code, c.at, (select count(*)::int from chosen)
    from chosen c where before_place is null or (c.at, c.id) < (before_place, before_id)
   order by c.at desc, c.id desc limit most;
end $$;
grant execute on function portal.all_sessions(text, bigint, text, int) to portal_admin;
