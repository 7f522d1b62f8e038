-- Clients of the manufacturer, the people who work for them, and what they may do.
create table portal.installation (
  one boolean primary key default true check (one),
  currency char(3) not null default 'CAD',
  language text not null default 'en'
);
insert into portal.installation default values;

create table portal.tenants (
  id int primary key generated always as identity check (id > 0),
  name text not null check (length(name) between 1 and 200),
  language text,
  currency char(3) not null default 'CAD',
  suspended_at timestamptz,
  created_at timestamptz not null default now()
);

-- A person as the portal knows them; credentials are in auth.users.
create table portal.profiles (
  user_id text primary key references auth.users on delete cascade,
  name text not null,
  email text not null,
  global_admin boolean not null default false,
  default_tenant_id int references portal.tenants,
  language text,
  theme text,
  density text,
  timezone text,
  created_at timestamptz not null default now()
);

-- Roles are data: a name and a set of permissions (A7).
create table portal.roles (
  key text primary key,
  kind text not null check (kind in ('tenant', 'staff')),
  name text not null,
  permissions text[] not null
);
insert into portal.roles (key, kind, name, permissions) values
  ('tenant_admin', 'tenant', 'Tenant Admin', '{orders.read,sales.read}'),
  ('procurement_manager', 'tenant', 'Procurement Manager', '{orders.read,sales.read}'),
  ('finance_manager', 'tenant', 'Finance Manager', '{orders.read,sales.read}'),
  ('quality_manager', 'tenant', 'Quality Manager', '{orders.read}'),
  ('sales_analyst', 'tenant', 'Sales Analyst', '{sales.read}'),
  ('viewer', 'tenant', 'Viewer', '{orders.read,sales.read}'),
  ('customer_service', 'staff', 'Customer Service', '{tenants.read,orders.read}'),
  ('quality', 'staff', 'Quality', '{tenants.read,orders.read}'),
  ('finance', 'staff', 'Finance', '{tenants.read,orders.read,sales.read}'),
  ('account_manager', 'staff', 'Account Manager', '{tenants.read,orders.read,sales.read}');

create table portal.members (
  tenant_id int not null references portal.tenants,
  user_id text not null references portal.profiles on delete cascade,
  role text not null references portal.roles,
  created_at timestamptz not null default now(),
  primary key (tenant_id, user_id)
);
create index members_user on portal.members (user_id);

-- The manufacturer's own people: all tenants, or the assigned ones.
create table portal.staff (
  user_id text primary key references portal.profiles on delete cascade,
  role text not null references portal.roles,
  all_tenants boolean not null default false
);
create table portal.staff_tenants (
  tenant_id int not null references portal.tenants,
  user_id text not null references portal.staff on delete cascade,
  primary key (tenant_id, user_id)
);
create index staff_tenants_user on portal.staff_tenants (user_id);

create table portal.modules (
  id text primary key,
  name text not null
);
insert into portal.modules values
  ('dashboard', 'Dashboard'), ('legal', 'Legal'), ('finance', 'Finance'), ('product', 'Product'),
  ('orders', 'Orders'), ('qaqc', 'QA/QC/RA'), ('sales', 'Sales'), ('sales-analytics', 'Sales Analytics'),
  ('chat', 'Chat'), ('voice-assistant', 'Voice Assistant'), ('profile', 'Profile'), ('settings', 'Settings');

-- A missing row means visible (A8).
create table portal.tenant_module_visibility (
  tenant_id int not null references portal.tenants,
  module_id text not null references portal.modules,
  is_visible boolean not null,
  primary key (tenant_id, module_id)
);
