-- Mails of the portal. What a mail opens is as good as a password for a while, so they are kept beside the credentials, where
-- nobody who acts for a tenant reads, and the secret goes as soon as the mail left or ran out.
create table auth.mails (
  id int primary key generated always as identity,
  to_email text not null,
  user_id text references auth.users on delete set null,
  kind text not null,
  language text not null,
  details jsonb not null default '{}',
  secret text,
  -- Not worth sending, nor good for anything, after that.
  ends_at timestamptz not null,
  -- void: to nobody; written so that an unknown address costs what a known one does.
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'failed', 'unsure', 'expired', 'void')),
  attempts int not null default 0,
  due_at timestamptz not null default now(),
  problem text,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create index mails_due on auth.mails (due_at) where state in ('waiting', 'sending');
create index mails_user on auth.mails (user_id);

-- Links to a new password: single use, of which the hash is kept. Without a user: as above.
create table auth.password_resets (
  token_hash bytea primary key,
  user_id text references auth.users on delete cascade,
  ends_at timestamptz not null
);
create index password_resets_user on auth.password_resets (user_id);

grant select, insert, update, delete on auth.mails, auth.password_resets to portal_auth;
