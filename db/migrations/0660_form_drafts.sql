-- What somebody has typed into a form and not sent yet (J20): of one person in one tenant; tenant 0: for those who look at several.
create table portal.form_drafts (
  tenant_id int not null,
  user_id text not null references portal.profiles on delete cascade,
  -- The form's own name: "purchase order new", "conversation 17".
  form text not null check (length(form) between 1 and 200),
  -- JSON as it was sent, so that its size is the one that was measured.
  contents text not null check (octet_length(contents) <= 204800),
  version int not null default 1,
  saved_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, user_id, form)
);
create index form_drafts_user on portal.form_drafts (user_id);
create index form_drafts_saved on portal.form_drafts (saved_at);

-- Files that are to be sent with it. They go with the draft, or become attachments of what is made of it.
create table portal.form_draft_files (
  tenant_id int not null,
  id bigint not null generated always as identity,
  user_id text not null,
  form text not null,
  file_name text not null check (length(file_name) between 1 and 200),
  file_key text not null,
  format text not null,
  size bigint not null check (size >= 0),
  checksum bytea not null,
  -- Whether it is to be looked at by the operator's scanner once it is attached.
  scans boolean not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id, form) references portal.form_drafts on delete cascade
);
create index form_draft_files_draft on portal.form_draft_files (tenant_id, user_id, form);
