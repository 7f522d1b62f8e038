-- The second factor (A4). What an app makes its codes from is sealed with a key of the server: a copy of the database makes none.
create table auth.second_factors (
  user_id text primary key references auth.users on delete cascade,
  secret bytea,
  -- The newest time step whose code was taken: none is taken twice.
  last_step bigint not null default 0,
  enrolled_at timestamptz,
  -- Shown, not confirmed by a code yet.
  pending bytea,
  pending_until timestamptz
);

-- Ten of a person, each good once; used ones stay until new ones are made, to be counted.
create table auth.recovery_codes (
  user_id text not null references auth.users on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- The password was right, the second factor is still to come: no session yet.
create table auth.challenges (
  token_hash bytea primary key,
  user_id text not null references auth.users on delete cascade,
  ends_at timestamptz not null
);
create index challenges_user on auth.challenges (user_id);
grant select, insert, update, delete on auth.second_factors, auth.recovery_codes, auth.challenges to portal_auth;

-- When the person last gave what: null without a second factor, or on a device that is trusted. Of sessions that are there: long ago.
alter table auth.sessions add column second_factor_at timestamptz;
alter table auth.sessions add column password_at timestamptz not null default '1970-01-01 00:00Z';
alter table auth.sessions alter column password_at set default now();
alter table auth.devices add column trusted_until timestamptz;

-- A tenant can be stricter than the installation, and lets its people do without the second factor on devices that they trust.
alter table portal.tenants add column requires_second_factor boolean not null default false;
alter table portal.tenants add column allows_trusted_devices boolean not null default false;

alter type auth.asker add attribute enrolled boolean, add attribute tenant_requires_factor boolean,
  add attribute second_factor_at timestamptz, add attribute password_at timestamptz;
