-- Codes by SMS as one more way of the second factor (A4), where the installation has a sender. One number of a person.
create table auth.sms_numbers (
  user_id text primary key references auth.users on delete cascade,
  number text not null check (number ~ '^\+[1-9][0-9]{6,14}$'),
  created_at timestamptz not null default clock_timestamp(),
  last_used_at timestamptz
);

-- A code that was sent, as a keyed hash. `bound`: for which sign-in or session, and for what; a newer one takes its place.
create table auth.sms_codes (
  bound bytea primary key,
  user_id text not null references auth.users on delete cascade,
  number text not null,
  code_hash bytea not null,
  tries smallint not null default 0,
  ends_at timestamptz not null
);
create index sms_codes_user on auth.sms_codes (user_id);

-- What was sent to a person of late: each costs, and each is a chance to guess.
create table auth.sms_sendings (
  id bigint generated always as identity primary key,
  user_id text not null references auth.users on delete cascade,
  sent_at timestamptz not null default clock_timestamp()
);
create index sms_sendings_user on auth.sms_sendings (user_id, sent_at);
grant select, insert, update, delete on auth.sms_numbers, auth.sms_codes, auth.sms_sendings to portal_auth;

-- What is removed is named now, and what a person has is told in a column more.
drop function if exists auth.remove_factor(text, bytea, boolean, text), portal.own_second_factor();
