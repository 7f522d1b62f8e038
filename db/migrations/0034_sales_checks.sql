-- What counting every line anew found, night by night. Started and not finished: it failed, for the reason in `fault`.
create table portal.sales_checks (
  id int primary key generated always as identity,
  started_at timestamptz not null,
  finished_at timestamptz,
  lines bigint,
  differences int,
  details jsonb not null default '[]', -- the first of them
  fault text,
  check ((finished_at is null) = (fault is not null))
);
create index sales_checks_newest on portal.sales_checks (started_at desc);
