-- Which administrator looked at a tenant through a role's eyes, why and how long (H1); the tenant's own administrators read it.
-- The role by its name alone: it may be deleted later, and what was looked at stays on record.
create table auth.viewings (
  id int primary key generated always as identity,
  tenant_id int not null references portal.tenants,
  session_id text not null,
  user_id text references auth.users on delete set null,
  role text not null,
  reason text not null check (length(reason) between 1 and 500),
  began_at timestamptz not null default clock_timestamp(),
  ends_at timestamptz not null,
  ended_at timestamptz
);
create index viewings_of_tenant on auth.viewings (tenant_id, id);
create index viewings_of_user on auth.viewings (user_id);
create index viewings_open on auth.viewings (session_id) where ended_at is null;
