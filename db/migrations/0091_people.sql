-- Who may not come in for now. What they did, and what they were given, stays.
alter table portal.profiles add column deactivated_at timestamptz;

-- Whose counter it is: a keyed hash of the address, so that an administrator unlocks all counters of an account.
alter table auth.attempts add column account text;
create index attempts_account on auth.attempts (account) where account is not null;

-- The manufacturer's own people are invited too: to no tenant, but to what `access` says.
alter table auth.invitations alter column tenant_id drop not null, alter column role drop not null, add column access jsonb,
  add check ((tenant_id is null) = (access is not null) and (tenant_id is null) = (role is null));
create unique index invitations_own on auth.invitations (email) where tenant_id is null;

-- Another e-mail for an account, asked for by its owner: done when the links in both mails were opened.
create table auth.email_changes (
  user_id text primary key references auth.users on delete cascade,
  new_email text not null,
  -- Null: confirmed.
  old_hash bytea unique,
  new_hash bytea unique,
  ends_at timestamptz not null
);
grant select, delete on auth.email_changes to portal_auth;
