-- What is laid down for an upstream system, whatever one file or request says of itself.
create table portal.source_settings (
  source_id smallint primary key,
  decimal text not null default 'auto' check (decimal in ('.', ',', 'auto')),
  date_order text not null default 'auto' check (date_order in ('dmy', 'mdy', 'ymd', 'auto')),
  encoding text check (length(encoding) between 1 and 40), -- null: found out
  duplicates text not null default 'reject' check (duplicates in ('reject', 'last'))
);
-- Sources that are there keep what they relied on: the last row of a key wins. New ones have no row, so the defaults are theirs.
insert into portal.source_settings (source_id, duplicates) select s.id, 'last' from auth.ingest_sources s;

-- What was found out of a source's files, and by what: read alike from then on. `field` is a column, or what the whole file has one of.
create table portal.source_readings (
  source_id smallint not null,
  kind text not null,
  field text not null check (length(field) <= 200),
  decided text not null check (length(decided) <= 100),
  because text not null check (length(because) <= 500),
  decided_at timestamptz not null default now(),
  primary key (source_id, kind, field)
);
