-- Documents that the manufacturer asks of a client, and what came of it (E8). Written by the functions of
-- db/functions/1015_document_requests.sql alone, so that no step is skipped and none forgotten in the record.
create table portal.document_requests (
  tenant_id int not null references portal.tenants,
  id bigint not null generated always as identity,
  title text not null check (length(title) between 1 and 200),
  details text check (length(details) between 1 and 4000),
  due_on date,
  state text not null default 'open' check (state in ('open', 'sent', 'accepted', 'withdrawn')),
  asked_by text not null,
  -- Names as they were: whoever reads a request reads no profiles.
  asker_name text not null,
  asked_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  -- When the client was reminded that it is due; once.
  reminded_at timestamptz,
  version int not null default 1,
  search_text text not null generated always as (portal.fold(title || chr(10) || coalesce(details, ''))) stored,
  primary key (tenant_id, id)
);
create index document_requests_id on portal.document_requests (id);
create index document_requests_newest on portal.document_requests (tenant_id, changed_at desc, id desc);
create index document_requests_to_remind on portal.document_requests (due_on) where state = 'open' and reminded_at is null;

create table portal.document_request_acts (
  tenant_id int not null,
  id bigint not null generated always as identity,
  request_id bigint not null,
  act text not null check (act in ('ask', 'send', 'return', 'accept', 'withdraw')),
  note text check (length(note) between 1 and 2000),
  author text not null,
  author_name text not null,
  by_staff boolean not null,
  at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, request_id) references portal.document_requests (tenant_id, id)
);
create index document_request_acts_of on portal.document_request_acts (tenant_id, request_id, id);

create table portal.document_request_files (
  tenant_id int not null,
  id bigint not null generated always as identity,
  request_id bigint not null,
  file_name text not null,
  file_key text not null,
  format text not null,
  size bigint not null,
  checksum bytea not null,
  author_name text not null,
  by_staff boolean not null,
  at timestamptz not null default now(),
  -- What it became in the library.
  document_id int references portal.documents on delete set null,
  primary key (tenant_id, id),
  foreign key (tenant_id, request_id) references portal.document_requests (tenant_id, id)
);
create index document_request_files_of on portal.document_request_files (tenant_id, request_id);
create index document_request_files_content on portal.document_request_files (checksum);
create index document_request_files_document on portal.document_request_files (document_id) where document_id is not null;

-- Whoever reports issues for a company sends its documents; of the staff, Quality can for a client that sent them by mail.
update portal.roles set permissions = permissions || '{document_requests.write}'
 where key in ('tenant_admin', 'procurement_manager', 'quality_manager', 'finance_manager', 'quality');
