-- The phases of the project (F6): their words stand in the messages, how far each one is stands here and is the administrators' to say.
create table portal.roadmap_phases (
  phase text primary key,
  place smallint not null unique,
  duration_weeks smallint check (duration_weeks between 1 and 520), -- null: not planned yet
  status text not null check (status in ('completed', 'in-progress', 'planned')),
  progress smallint not null check (progress between 0 and 100),
  version int not null default 1
);
insert into portal.roadmap_phases (phase, place, duration_weeks, status, progress) values
  ('foundation', 1, 8, 'completed', 100),
  ('orders', 2, 10, 'completed', 100),
  ('sales', 3, 6, 'completed', 100),
  ('quality', 4, 6, 'completed', 100),
  ('conversation', 5, 8, 'in-progress', 75),
  ('next', 6, null, 'planned', 0);

-- What people say of a phase, with who said it and for whom: read by the manufacturer's people and by those of their own company.
create table portal.roadmap_comments (
  tenant_id int not null, -- 0: of the manufacturer's people
  id bigint not null generated always as identity,
  phase text not null references portal.roadmap_phases,
  user_id text not null,
  author_name text not null, -- as they were called when they said it
  text text not null check (length(text) <= 2000 and btrim(text) <> ''),
  at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index roadmap_comments_phase on portal.roadmap_comments (phase, id desc);
create index roadmap_comments_person on portal.roadmap_comments (user_id);
