-- The way to the first administrator (H2): links that a start prints, of which only the hash is kept, for a day at most.
create table auth.set_up_links (
  token_hash bytea primary key,
  expires_at timestamptz not null
);
-- The manufacturer whose portal this is; null until it is set up.
alter table portal.installation add column company_name text check (length(company_name) between 1 and 200);
