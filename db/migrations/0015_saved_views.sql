-- Views of a screen that a person saved: filters, sort and columns under a name (B6, C2). Of one person in one tenant each;
-- tenant 0: for those who look at several tenants at once.
create sequence portal.saved_view_ids;
create table portal.saved_views (
  tenant_id int not null,
  user_id text not null references portal.profiles on delete cascade,
  id bigint not null default nextval('portal.saved_view_ids'),
  screen text not null check (length(screen) between 1 and 40),
  name text not null check (length(name) between 1 and 80),
  state jsonb not null,
  is_default boolean not null default false,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, user_id, id)
);
create unique index saved_views_name on portal.saved_views (tenant_id, user_id, screen, portal.fold(name));
create unique index saved_views_default on portal.saved_views (tenant_id, user_id, screen) where is_default;
create index saved_views_user on portal.saved_views (user_id);
