-- How far the project is, for visitors too (F6). What was said of it never leaves by this way.
create or replace function auth.roadmap(out phases jsonb)
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select jsonb_agg(jsonb_build_object('phase', r.phase, 'status', r.status, 'progress', r.progress, 'durationWeeks', r.duration_weeks)
    order by r.place) from portal.roadmap_phases r where r.track = 'project'
$$;
grant execute on function auth.roadmap() to portal_auth;
