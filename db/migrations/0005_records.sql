-- What happened (audit), what others must hear (outbox), how fresh things are (versions, feeds).

-- Tenant 0 is the installation's own chain. Rows are only ever appended, by portal.append_audit.
create table portal.audit_log (
  tenant_id int not null,
  seq bigint not null,
  at timestamptz not null,
  actor_kind text not null,
  actor text not null,
  by_staff boolean not null,
  action text not null,
  object_type text,
  object_id text,
  old jsonb,
  new jsonb,
  trace_id text,
  prev_hash bytea not null,
  hash bytea not null,
  primary key (tenant_id, seq)
);
create table portal.audit_heads (
  tenant_id int primary key,
  seq bigint not null,
  hash bytea not null
);

-- (xid, id) is the order in which rows become visible; id alone would lose rows that commit late.
create table portal.outbox (
  tenant_id int not null,
  xid xid8 not null default pg_current_xact_id(),
  id bigint not null generated always as identity,
  topic text not null,
  module text,
  permission text,
  audience text, -- a user id, or null for everybody who holds the permission
  object_id text,
  payload jsonb not null default '{}',
  created_at timestamptz not null default now(),
  primary key (tenant_id, xid, id)
);
create index outbox_order on portal.outbox (xid, id);

create function portal.wake_listeners() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_notify('outbox', '');
  return null;
end $$;
create trigger wake after insert on portal.outbox for each statement execute function portal.wake_listeners();

-- Moves with every change of a tenant's data of one topic ('orders', 'sales'); tenant 0 moves with any of them.
create table portal.data_versions (
  tenant_id int not null,
  topic text not null,
  version bigint not null default 1,
  primary key (tenant_id, topic)
);

-- The last accepted batch per kind of upstream data: "data as of" (B8).
create table portal.feeds (
  kind text primary key,
  last_batch_at timestamptz not null
);

-- Batches that upstream sent, with what became of them.
create table portal.ingest_batches (
  id bigint primary key generated always as identity,
  key_id int not null,
  source_id smallint not null,
  kind text not null,
  received_at timestamptz not null default now(),
  finished_at timestamptz,
  idempotency_key text check (length(idempotency_key) <= 255),
  body_hash bytea,
  options jsonb not null default '{}',
  result jsonb
);
create unique index ingest_batches_idempotency on portal.ingest_batches (key_id, idempotency_key)
  where idempotency_key is not null;

-- Every row that upstream sent, by its own identity: where it lives now and what was last sent (G1).
-- tenant_id 0: unassigned.
create table portal.upstream_rows (
  source_id smallint not null,
  kind text not null,
  key text collate "C" not null check (length(key) <= 400), -- an identity, compared byte by byte
  tenant_id int not null,
  row_id bigint not null,
  content_hash uuid not null,
  upstream_updated_at timestamptz,
  primary key (source_id, kind, key)
);

-- Which tenant a client code of a source belongs to; an exact, unique, administrator-kept name stands in where there is no code.
create table portal.upstream_clients (
  source_id smallint not null,
  client_code text not null check (length(client_code) <= 100),
  tenant_id int not null references portal.tenants,
  primary key (source_id, client_code)
);
create index upstream_clients_tenant on portal.upstream_clients (tenant_id);
create table portal.upstream_client_names (
  client_name text primary key check (length(client_name) <= 200),
  tenant_id int not null references portal.tenants
);
