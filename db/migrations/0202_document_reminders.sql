-- Of which document it was told that it expires, and how many days before (E5): 60, 30, 7; 0 that it has. Another date is told anew.
create table portal.document_reminders (
  document_id int not null references portal.documents on delete cascade,
  expires_on date not null,
  threshold int not null check (threshold in (0, 7, 30, 60)),
  at timestamptz not null default now(),
  primary key (document_id, expires_on, threshold)
);
