-- What people are told (B2). Whatever is worth telling stands in line in the transaction that did it; from there it becomes one
-- notice for each person, whatever crashes meanwhile, because it leaves the line in the transaction that writes them.
create table portal.notice_queue (
  tenant_id int not null, -- 0: nobody's
  id bigint not null generated always as identity,
  kind text not null,
  subject text not null,
  module text,
  permission text,
  to_members boolean not null default true, -- of the tenant; of all where it is nobody's
  to_staff boolean not null default false, -- who may look into the tenant, administrators included
  to_people text[], -- these alone
  by_user text, -- is not told of what they did themselves
  facts jsonb not null default '{}', -- what its text says and where it leads, by name
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index notice_queue_order on portal.notice_queue (id);
create trigger wake after insert on portal.notice_queue for each statement execute function portal.wake_listeners();

create table portal.notices (
  tenant_id int not null,
  id bigint not null generated always as identity,
  user_id text not null references portal.profiles on delete cascade,
  event_id bigint not null, -- notice_queue.id
  kind text not null,
  subject text not null,
  module text,
  permission text,
  facts jsonb not null,
  created_at timestamptz not null,
  in_portal boolean not null, -- in the bell
  in_browser boolean not null,
  mail_at timestamptz, -- when a mail of it is due; null: none, or it was written
  read_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, user_id, event_id)
);
create index notices_newest on portal.notices (user_id, id desc);
create index notices_unread on portal.notices (user_id, tenant_id) where read_at is null;
create index notices_due on portal.notices (mail_at) where mail_at is not null;

-- What somebody wants to be told of, and how, beside the switches of their profile: {"orders": {"mail": false}}; what is not
-- named is wanted.
create table portal.notice_choices (
  user_id text primary key references portal.profiles on delete cascade,
  choices jsonb not null default '{}',
  rhythm text not null default 'at_once' check (rhythm in ('at_once', 'daily', 'weekly')),
  -- No mail and no browser notification in these hours of the person's day; over midnight where the first is the later one.
  quiet_from time,
  quiet_until time,
  version int not null default 1,
  check ((quiet_from is null) = (quiet_until is null) and quiet_from is distinct from quiet_until or quiet_from is null)
);
