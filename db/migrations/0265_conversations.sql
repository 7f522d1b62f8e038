-- What a client and the manufacturer's people say to each other (F3). Written by the functions of
-- db/functions/1060_conversations.sql alone: messages of a conversation are numbered without a gap, and none is kept twice.
create table portal.conversations (
  tenant_id int not null references portal.tenants,
  id bigint not null generated always as identity,
  subject text not null check (length(subject) between 1 and 200),
  -- Upstream's own key of the order, which outlives its row; beside it what people call it.
  order_source smallint,
  order_key text collate "C",
  order_no text,
  issue_id bigint,
  issue_no int,
  -- Names as they were: whoever reads a conversation reads no profiles.
  opened_by text not null,
  opened_name text not null,
  by_staff boolean not null,
  opened_at timestamptz not null default now(),
  last_no int not null default 0,
  last_at timestamptz not null default now(),
  assigned_to text,
  assigned_name text,
  -- Whose turn it is; null: nobody's.
  waiting_for text check (waiting_for in ('staff', 'client')),
  waiting_since timestamptz,
  -- How far somebody of either side has read.
  client_read int not null default 0,
  staff_read int not null default 0,
  -- Counts assignments.
  version int not null default 1,
  search_text text not null generated always as (portal.fold(subject || chr(10) || coalesce(order_no, '') || chr(10) ||
    coalesce(issue_no::text, ''))) stored,
  primary key (tenant_id, id),
  foreign key (tenant_id, issue_id) references portal.issues (tenant_id, id),
  check ((order_source is null) = (order_key is null))
);
create index conversations_id on portal.conversations (id);
create index conversations_newest on portal.conversations (tenant_id, last_at desc, id desc);
create index conversations_waiting on portal.conversations (tenant_id, waiting_for) where waiting_for is not null;
create index conversations_search on portal.conversations using gin (search_text extensions.gin_trgm_ops);

create table portal.conversation_messages (
  tenant_id int not null,
  conversation_id bigint not null,
  no int not null,
  -- `summary`: what was said with the assistant before it was handed over.
  kind text not null check (kind in ('message', 'file', 'summary')),
  text text check (length(text) between 1 and 10000),
  links jsonb not null default '[]', -- [{"label": …, "path": …}], into the portal alone
  -- The sender's own name of it: sent again after a lost answer, it is the same message.
  key uuid not null,
  author text not null,
  author_name text not null,
  by_staff boolean not null,
  at timestamptz not null,
  reply_minutes int, -- business minutes that the client had waited for it; null: nobody waited
  search_text text not null generated always as (portal.fold(coalesce(text, ''))) stored,
  primary key (tenant_id, conversation_id, no),
  unique (tenant_id, author, key),
  foreign key (tenant_id, conversation_id) references portal.conversations (tenant_id, id),
  check (kind = 'file' or text is not null)
);
create index conversation_messages_key on portal.conversation_messages (key);
create index conversation_messages_search on portal.conversation_messages using gin (search_text extensions.gin_trgm_ops);
create index conversation_messages_replies on portal.conversation_messages (tenant_id, at) where reply_minutes is not null;

-- What staff say among themselves, in a table of its own that no client has a policy for.
create table portal.conversation_notes (
  tenant_id int not null,
  id bigint not null generated always as identity,
  conversation_id bigint not null,
  kind text not null check (kind in ('note', 'assign', 'settle')),
  text text check (length(text) between 1 and 10000), -- of an assignment: to whom; null: to nobody
  author text not null,
  author_name text not null,
  at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, conversation_id) references portal.conversations (tenant_id, id),
  check (kind <> 'note' or text is not null)
);
create index conversation_notes_thread on portal.conversation_notes (tenant_id, conversation_id, id);

create table portal.conversation_files (
  tenant_id int not null,
  id bigint not null generated always as identity,
  conversation_id bigint not null,
  no int not null,
  file_name text not null,
  file_key text not null,
  format text not null,
  size bigint not null,
  checksum bytea not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, conversation_id, no) references portal.conversation_messages (tenant_id, conversation_id, no)
);
create index conversation_files_message on portal.conversation_files (tenant_id, conversation_id, no);
create index conversation_files_checksum on portal.conversation_files (checksum);

-- How far each person has read.
create table portal.conversation_reads (
  tenant_id int not null,
  conversation_id bigint not null,
  user_id text not null,
  up_to int not null,
  at timestamptz not null default now(),
  primary key (tenant_id, conversation_id, user_id),
  foreign key (tenant_id, conversation_id) references portal.conversations (tenant_id, id)
);

-- Whoever works in a tenant can turn to the manufacturer, whoever only looks reads along; customer service answers.
update portal.roles set permissions = permissions || '{conversations.read}'
 where key in ('tenant_admin', 'procurement_manager', 'quality_manager', 'finance_manager', 'sales_analyst', 'viewer',
   'customer_service', 'quality', 'finance', 'account_manager');
update portal.roles set permissions = permissions || '{conversations.write}'
 where key in ('tenant_admin', 'procurement_manager', 'quality_manager', 'finance_manager', 'sales_analyst', 'customer_service', 'quality', 'finance');
update portal.roles set permissions = permissions || '{conversations.manage}' where key = 'customer_service';
