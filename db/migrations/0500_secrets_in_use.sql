-- By what the secrets.json of the server that began last is told from another one: servers of one database share it.
alter table auth.secret add column fingerprints jsonb not null default '{}';
