-- Which client administrators gave to whom (G1), and what moved with it. By its code in a source, or where rows have none by
-- their exact name, in every source.
create table portal.client_assignments (
  id int primary key generated always as identity,
  source_id smallint,
  client_code text,
  client_name text,
  to_tenant int not null references portal.tenants,
  made_link boolean not null, -- false: the code was the tenant's already, and only rows from before that came home
  moved jsonb not null,       -- rows by kind
  assigned_at timestamptz not null default clock_timestamp(),
  assigned_by text not null,
  undone_at timestamptz,
  undone_by text,
  check ((client_code is null) <> (client_name is null) and (client_code is null) = (source_id is null)),
  check ((undone_at is null) = (undone_by is null))
);
-- Batches of ingestion count up from 1, what administrators move counts down.
create sequence portal.client_move_ids;
