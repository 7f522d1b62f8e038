-- Figures of the installation that no acting role can count, for administrators.
create or replace function auth.system_health() returns json
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not auth.is_admin() then raise exception 'for administrators' using errcode = '42501'; end if;
  return json_build_object(
    'serverVersion', current_setting('server_version'),
    -- pg_database_size asks for the right to connect, which only logins have.
    'bytes', (select sum(pg_total_relation_size(c.oid)) from pg_class c where c.relkind in ('r', 'm')),
    'connections', (select count(*) from pg_stat_activity a where a.datname = current_database()),
    'mostConnections', current_setting('max_connections')::int,
    'jobsWaiting', (select count(*) from portal.export_jobs j where j.state in ('queued', 'running')),
    'jobsFailed', (select count(*) from portal.export_jobs j where j.state = 'failed' and j.created_at > now() - interval '24 hours'),
    'jobsStuckSeconds', (select coalesce(extract(epoch from now() - min(j.created_at)), 0)::int from portal.export_jobs j where j.state = 'queued'),
    'mailsWaiting', (select count(*) from auth.mails m where m.state = 'waiting'),
    'mailsFailed', (select count(*) from auth.mails m where m.state in ('failed', 'unsure') and m.created_at > now() - interval '7 days'));
end $$;
grant execute on function auth.system_health() to portal_admin;
