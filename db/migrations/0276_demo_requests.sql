-- Who asked to be shown the portal (F6): visitors, and people who were signed in. Read and answered by administrators; kept for
-- two years. Whoever was signed in has their own in the copy of their data.
create table portal.demo_requests (
  id bigint primary key generated always as identity,
  user_id text, -- null: a visitor's
  -- As they called themselves.
  person_name text not null check (length(person_name) between 1 and 200),
  person_email text not null check (length(person_email) between 3 and 320),
  company text not null check (length(company) between 1 and 200),
  about text check (length(about) <= 4000),
  language text not null, -- in which they asked
  sent_at timestamptz not null default now(),
  answered_at timestamptz,
  answered_by text,
  note text check (length(note) <= 4000), -- what became of it, for administrators
  version int not null default 1,
  search_text text not null generated always as (portal.fold(person_name || chr(10) || person_email || chr(10) || company || chr(10) ||
    coalesce(about, '') || chr(10) || coalesce(note, ''))) stored,
  check ((answered_at is null) = (answered_by is null))
);
create index demo_requests_newest on portal.demo_requests (sent_at desc, id desc);
create index demo_requests_person on portal.demo_requests (user_id);
