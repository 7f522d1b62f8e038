-- What a scanner said of the content of files (E8), once for each content. Without a row nobody was asked: there is no scanner,
-- or it came later.
create table portal.document_scans (
  checksum bytea primary key check (length(checksum) = 32),
  state text not null default 'pending' check (state in ('pending', 'clean', 'infected', 'failed')),
  attempts int not null default 0,
  -- A server is at it until then, or waits until then for another attempt.
  leased_until timestamptz,
  asked_at timestamptz not null default now(),
  scanned_at timestamptz
);
create index document_scans_waiting on portal.document_scans (asked_at) where state = 'pending';
