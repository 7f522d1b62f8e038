-- Accounts, sessions and credentials: written by portal_auth alone.
create table auth.users (
  id text primary key,
  name text not null,
  email text not null unique,
  email_verified boolean not null default false,
  image text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table auth.sessions (
  id text primary key,
  user_id text not null references auth.users on delete cascade,
  token text not null unique,
  tenant_id int,
  expires_at timestamptz not null,
  last_active_at timestamptz not null default now(),
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sessions_user on auth.sessions (user_id);

-- Tokens that a rotation replaced: good for a grace of 30 s, afterwards a sign of theft.
create table auth.retired_tokens (
  token_hash bytea primary key,
  session_id text not null references auth.sessions on delete cascade,
  retired_at timestamptz not null default now()
);
create index retired_tokens_session on auth.retired_tokens (session_id);

create table auth.accounts (
  id text primary key,
  user_id text not null references auth.users on delete cascade,
  account_id text not null,
  provider_id text not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index accounts_user on auth.accounts (user_id);

create table auth.verifications (
  id text primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications_identifier on auth.verifications (identifier);

-- Failed sign-ins (A5). Subjects are keyed hashes: the table names nobody.
create table auth.attempts (
  subject text primary key,
  failures int not null,
  locks int not null default 0,
  locked_until timestamptz,
  updated_at timestamptz not null default now()
);

-- A device that once signed in to an account has a counter of its own.
create table auth.devices (
  user_id text not null references auth.users on delete cascade,
  device_hash bytea not null,
  last_seen_at timestamptz not null default now(),
  primary key (user_id, device_hash)
);

-- Fixed windows, counted in one statement, so that they hold over several servers.
create unlogged table auth.rate_windows (
  bucket text not null,
  starts_at timestamptz not null,
  used int not null,
  primary key (bucket, starts_at)
);

grant select, insert, update, delete on auth.users, auth.sessions, auth.retired_tokens, auth.accounts,
  auth.verifications, auth.attempts, auth.devices, auth.rate_windows to portal_auth;

-- Keys of upstream systems: only the hash is kept.
create table auth.ingest_sources (
  id smallint primary key generated always as identity,
  name text not null unique
);
create table auth.ingest_keys (
  id int primary key generated always as identity,
  source_id smallint not null references auth.ingest_sources,
  tenant_id int,
  scope text not null check (scope in ('ingest', 'read')),
  key_hash bytea not null unique,
  label text not null default '',
  created_at timestamptz not null default now(),
  revoked_at timestamptz
);
