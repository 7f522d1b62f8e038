-- Large exports, made beside the request (G5): of one person in one tenant each (0: of several tenants), under the session that
-- asked. Whoever runs one proves it by a ticket that the database does not hold, only its hash.
create sequence portal.export_job_ids;
create table portal.export_jobs (
  tenant_id int not null,
  user_id text not null references portal.profiles on delete cascade,
  id bigint not null default nextval('portal.export_job_ids'),
  session_id text not null,
  ticket_hash bytea not null,
  kind text not null,
  input jsonb not null,
  language text not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
  total int,
  written int not null default 0,
  attempts int not null default 0,
  leased_until timestamptz,
  problem text,
  file_key text,
  file_name text,
  size bigint,
  checksum bytea,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (tenant_id, user_id, id)
);
create index export_jobs_waiting on portal.export_jobs (id) where state in ('queued', 'running');
create index export_jobs_user on portal.export_jobs (user_id);
