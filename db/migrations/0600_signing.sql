-- When it was looked who asks: what has run out by then is decided by this clock alone (J6).
alter type auth.asker add attribute asked_at timestamptz;

-- What a person signed with password or passkey and has still to be done: one row for each request that the signing covers, good
-- once and for five minutes (J7). What was signed stays in the audit trail, with what was done.
create table auth.signings (
  token_hash bytea not null,
  request_hash bytea not null,
  session_id text not null references auth.sessions on delete cascade,
  signed_with text not null check (signed_with in ('password', 'passkey')),
  signed_at timestamptz not null default clock_timestamp(),
  primary key (token_hash, request_hash)
);
create index signings_session on auth.signings (session_id);
grant select, insert, delete on auth.signings to portal_auth;
