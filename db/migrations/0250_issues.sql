-- What goes wrong with an order, a product or a lot, and what is done about it (C6). Written by the functions of
-- db/functions/1010_issues.sql alone, so that no number is left out, no step skipped and none forgotten in the thread.
create table portal.issues (
  tenant_id int not null references portal.tenants,
  id bigint not null generated always as identity,
  no int not null,
  type text not null check (type in ('damaged_product', 'missing_items', 'wrong_product', 'technical_issue', 'quality_concern', 'other')),
  priority text not null check (priority in ('high', 'medium', 'low')),
  status text not null default 'open' check (status in ('open', 'in_progress', 'resolved', 'closed')),
  title text not null check (length(title) between 1 and 200),
  description text not null check (length(description) between 1 and 10000),
  -- Upstream's own key of the order, which outlives its row; beside it what people call it.
  order_source smallint,
  order_key text collate "C",
  order_no text,
  item_no text,
  item_name text,
  lot_no text,
  escalated_at timestamptz,
  replacement text check (replacement in ('requested', 'accepted', 'declined')),
  -- Names as they were: whoever reads a thread reads no profiles.
  reporter text not null,
  reporter_name text not null,
  by_staff boolean not null,
  assigned_to text,
  assigned_name text,
  reported_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  resolved_at timestamptz,
  first_response_at timestamptz,
  response_minutes int, -- in business hours; null: none yet, or nobody waited for one
  -- What is promised next: the first response, then that it is resolved. Null: nothing is to be done.
  clock_from timestamptz not null default now(),
  due_at timestamptz,
  warn_at timestamptz,
  warned_at timestamptz,
  -- Whose turn it is.
  waiting_for text check (waiting_for in ('staff', 'client')),
  version int not null default 1,
  search_text text not null generated always as (portal.fold(no::text || chr(10) || title || chr(10) || description || chr(10) ||
    coalesce(order_no, '') || chr(10) || coalesce(item_no, '') || chr(10) || coalesce(item_name, '') || chr(10) || coalesce(lot_no, ''))) stored,
  primary key (tenant_id, id),
  unique (tenant_id, no),
  check ((order_source is null) = (order_key is null))
);
create index issues_id on portal.issues (id);
create index issues_newest on portal.issues (tenant_id, last_at desc, id desc);
create index issues_order on portal.issues (tenant_id, order_source, order_key) where order_key is not null;
create index issues_to_warn on portal.issues (warn_at) where warned_at is null and due_at is not null;

-- The thread, as both sides read it.
create table portal.issue_entries (
  tenant_id int not null,
  id bigint not null generated always as identity,
  issue_id bigint not null,
  kind text not null check (kind in ('comment', 'file', 'report', 'start', 'resolve', 'close', 'reopen', 'escalate', 'request_replacement',
    'accept_replacement', 'decline_replacement')),
  text text check (length(text) between 1 and 10000),
  author text not null,
  author_name text not null,
  by_staff boolean not null,
  at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, issue_id) references portal.issues (tenant_id, id),
  check (kind <> 'comment' or text is not null)
);
create index issue_entries_thread on portal.issue_entries (tenant_id, issue_id, id);

-- What staff say among themselves, in a table of its own that no client has a policy for.
create table portal.issue_notes (
  tenant_id int not null,
  id bigint not null generated always as identity,
  issue_id bigint not null,
  kind text not null check (kind in ('note', 'assign')),
  text text check (length(text) between 1 and 10000), -- of an assignment: to whom; null: to nobody
  author text not null,
  author_name text not null,
  at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, issue_id) references portal.issues (tenant_id, id),
  check (kind <> 'note' or text is not null)
);
create index issue_notes_thread on portal.issue_notes (tenant_id, issue_id, id);

create table portal.issue_files (
  tenant_id int not null,
  id bigint not null generated always as identity,
  issue_id bigint not null,
  entry_id bigint not null,
  file_name text not null,
  file_key text not null,
  format text not null,
  size bigint not null,
  checksum bytea not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, issue_id) references portal.issues (tenant_id, id),
  foreign key (tenant_id, entry_id) references portal.issue_entries (tenant_id, id)
);
create index issue_files_issue on portal.issue_files (tenant_id, issue_id);

-- Who works with orders reports and answers; who looks at orders reads; staff who look after clients manage.
update portal.roles set permissions = permissions || '{issues.read}' where 'orders.read' = any (permissions);
update portal.roles set permissions = permissions || '{issues.write}'
 where key in ('tenant_admin', 'procurement_manager', 'quality_manager', 'finance_manager', 'customer_service', 'quality');
update portal.roles set permissions = permissions || '{issues.manage}' where key in ('customer_service', 'quality');
