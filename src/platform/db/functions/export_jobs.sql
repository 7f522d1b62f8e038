-- The next job to run, for a server that has time: one that waits, or one whose server has not been heard of for the length of
-- its lease. Answers its id alone; what it is about, only its ticket opens. After three attempts it is given up.
create or replace function auth.claim_export_job() returns bigint
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare claimed bigint;
begin
  update portal.export_jobs j set state = 'failed', problem = 'gave_up', finished_at = clock_timestamp()
   where j.state = 'running' and j.leased_until < clock_timestamp() and j.attempts >= 3;
  update portal.export_jobs j set state = 'running', attempts = j.attempts + 1, written = 0, leased_until = clock_timestamp() + interval '30 s'
    from (select x.tenant_id, x.user_id, x.id from portal.export_jobs x
           where x.state = 'queued' or x.state = 'running' and x.leased_until < clock_timestamp()
           order by x.id limit 1 for update skip locked) next
   where j.tenant_id = next.tenant_id and j.user_id = next.user_id and j.id = next.id
  returning j.id into claimed;
  return claimed;
end $$;

-- A job's ticket → the context of the session that asked for it, with its present rights, as long as it is in the same tenant.
-- Raises 28000 'no session' when the job is not running any more, or the session ended or moved.
create or replace function auth.open_job_context(ticket text) returns auth.asker
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  job portal.export_jobs%rowtype;
  asker auth.asker;
begin
  select * into job from portal.export_jobs j
   where j.id = split_part(ticket, ':', 1)::bigint and j.state = 'running' and j.ticket_hash = sha256(convert_to(ticket, 'utf8'));
  if job.id is null then raise exception 'no session' using errcode = '28000'; end if;
  asker := auth.open_context((select s.token from auth.sessions s where s.id = job.session_id));
  if asker.user_id is distinct from job.user_id or coalesce(asker.tenant_id, 0) <> job.tenant_id then
    raise exception 'no session' using errcode = '28000';
  end if;
  return asker;
end $$;

create or replace function auth.begin_job_context(ticket text) returns auth.asker
  language plpgsql volatile as $$
begin
  return auth.act_as(auth.open_job_context(ticket));
end $$;

-- How a running job ended without a file; `again`: the server stops, another one may take it at once.
create or replace function auth.end_export_job(ticket text, reason text, again boolean) returns void
  language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  update portal.export_jobs j
     set state = case when again then 'queued' else 'failed' end, attempts = j.attempts - case when again then 1 else 0 end,
         problem = reason, leased_until = null, finished_at = case when again then null else clock_timestamp() end
   where j.id = split_part(ticket, ':', 1)::bigint and j.state = 'running' and j.ticket_hash = sha256(convert_to(ticket, 'utf8'))
$$;

grant execute on function auth.claim_export_job(), auth.open_job_context(text), auth.begin_job_context(text),
  auth.end_export_job(text, text, boolean) to portal_app;
