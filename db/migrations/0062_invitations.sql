-- Who was invited where. Kept beside the credentials: whoever holds the link of one may make an account.
create table auth.invitations (
  id int primary key generated always as identity,
  tenant_id int not null references portal.tenants,
  email text not null,
  role text not null references portal.roles,
  token_hash bytea not null unique,
  invited_by text references auth.users on delete set null,
  created_at timestamptz not null default now(),
  ends_at timestamptz not null
);
-- One that stands for each address and tenant: a new invitation takes the place of the old one.
create unique index invitations_address on auth.invitations (tenant_id, email);

update portal.roles set permissions = permissions || '{members.manage}' where key = 'tenant_admin';
