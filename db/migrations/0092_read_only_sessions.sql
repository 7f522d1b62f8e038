-- Sessions that may look and change nothing: a temporary access (A2), and an administrator who looks through a role's eyes (H1).
alter type auth.asker add attribute mode text;
-- Until when at most, whatever is refreshed; and the role through whose eyes an administrator looks, and until when.
alter table auth.sessions add column ends_at timestamptz,
  add column view_role text references portal.roles, add column view_ends timestamptz;
drop function if exists auth.access_of(text, int);

alter table portal.tenants add column allows_temporary boolean not null default false;

-- Codes that let somebody without an account look around in one tenant. Each is a principal of its own: a user without a
-- password, who is no member of anything.
create table auth.temporary_access (
  id int primary key generated always as identity,
  user_id text not null unique references auth.users on delete cascade,
  tenant_id int not null references portal.tenants,
  role text not null references portal.roles,
  email text not null,
  code_hash bytea not null unique,
  uses int not null check (uses > 0),
  used int not null default 0,
  issued_by text references auth.users on delete set null,
  created_at timestamptz not null default now(),
  ends_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz
);
