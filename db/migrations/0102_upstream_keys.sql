-- Who made a key, and when it was last used: within a minute.
alter table auth.ingest_keys add column created_by text, add column last_used_at timestamptz;
-- The newest batch of each key.
create index ingest_batches_key on portal.ingest_batches (key_id, id);

-- As long as the name of a client in the rows can be.
alter table portal.upstream_client_names drop constraint upstream_client_names_client_name_check,
  add constraint upstream_client_names_client_name_check check (length(client_name) <= 500);
