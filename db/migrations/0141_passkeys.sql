-- Passkeys as a second factor (A4), several of a person. What stands here opens nothing: the other half of the key never leaves
-- the device.
create table auth.passkeys (
  id bytea primary key,
  user_id text not null references auth.users on delete cascade,
  public_key bytea not null,
  -- As the device counts its uses; one that goes back is a copy of it. Many always say 0.
  counter bigint not null,
  transports text[] not null,
  name text not null check (length(name) between 1 and 60),
  created_at timestamptz not null default clock_timestamp(),
  last_used_at timestamptz
);
create index passkeys_user on auth.passkeys (user_id);

-- What a passkey has to sign, good once. `bound`: for which sign-in or session, and for what; a newer one takes its place.
create table auth.passkey_challenges (
  bound bytea primary key,
  user_id text not null references auth.users on delete cascade,
  challenge text not null,
  ends_at timestamptz not null
);
create index passkey_challenges_user on auth.passkey_challenges (user_id);
grant select, insert, update, delete on auth.passkeys, auth.passkey_challenges to portal_auth;

-- `enrolled_at`: since when the person has any second factor; the app is one of them from now on.
alter table auth.second_factors add column app_at timestamptz;
update auth.second_factors set app_at = enrolled_at where secret is not null;

-- What somebody can show; null: they have no second factor.
alter type auth.asker drop attribute enrolled, add attribute ways text[];

-- What was shown is one value now, whatever it is; and what a person has is told in more columns.
drop function if exists auth.use_factor(text, int, bigint, bytea, text),
  auth.finish_sign_in(bytea, bigint, bytea, text, text, text, int, text), auth.step_up(text, boolean, bigint, bytea, text, text),
  auth.remove_factor(text, text), portal.own_second_factor();
