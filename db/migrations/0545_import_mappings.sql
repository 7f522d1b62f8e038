-- What an upstream system's headings mean and how its files are written, saved under a name (J2).
create table portal.import_mappings (
  source_id smallint not null,
  name text not null check (length(name) between 1 and 60),
  mapping jsonb not null,
  changed_at timestamptz not null default now(),
  primary key (source_id, name)
);
