-- What administrators tell all tenants or some of them (H1). The texts by language, in the order in which they take each
-- other's place: who reads a language that is not there reads the first.
create table portal.announcements (
  id int primary key generated always as identity,
  kind text not null check (kind in ('information', 'maintenance', 'warning')),
  texts jsonb not null check (jsonb_typeof(texts) = 'array' and jsonb_array_length(texts) > 0),
  to_all boolean not null,
  starts_at timestamptz not null,
  -- Null: until it is withdrawn.
  ends_at timestamptz check (ends_at > starts_at),
  created_by text references portal.profiles on delete set null,
  created_at timestamptz not null default now(),
  withdrawn_at timestamptz,
  version int not null default 1
);
create index announcements_author on portal.announcements (created_by);

create table portal.announcement_tenants (
  tenant_id int not null references portal.tenants,
  announcement_id int not null references portal.announcements on delete cascade,
  primary key (tenant_id, announcement_id)
);
create index announcement_tenants_announcement on portal.announcement_tenants (announcement_id);

-- Who has read enough of one.
create table portal.announcement_dismissals (
  user_id text not null references portal.profiles on delete cascade,
  announcement_id int not null references portal.announcements on delete cascade,
  at timestamptz not null default now(),
  primary key (user_id, announcement_id)
);
create index announcement_dismissals_announcement on portal.announcement_dismissals (announcement_id);
