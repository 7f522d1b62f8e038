-- The manufacturer's documents (E1): one library behind legal, product documentation, fact sheets and QA/QC.
create table portal.documents (
  id int primary key generated always as identity,
  title text not null check (length(title) between 1 and 200),
  -- The number that the manufacturer files it under.
  number text check (length(number) between 1 and 60),
  description text check (length(description) between 1 and 1000),
  shelves text[] not null check (cardinality(shelves) > 0 and shelves <@ array['legal', 'product', 'fact-sheet', 'qa', 'qc']),
  category text not null check (length(category) between 1 and 60),
  type text not null check (length(type) between 1 and 60),
  product_code text check (length(product_code) between 1 and 60),
  product_name text check (length(product_name) between 1 and 200),
  -- What the product is for, in the manufacturer's words: Gut Health.
  product_line text check (length(product_line) between 1 and 60),
  language text check (language in ('en', 'fr-CA', 'de', 'es')),
  -- draft: for those who write it alone. pending: announced, its file still to come. Expired is what an available one becomes by its date.
  status text not null default 'draft' check (status in ('draft', 'pending', 'available', 'withdrawn')),
  effective_on date,
  expires_on date check (expires_on >= effective_on),
  withdrawn_reason text check (length(withdrawn_reason) between 1 and 500),
  -- Whom it is for: everybody, also those to come; the tenants named; whoever has the order.
  audience text not null check (audience in ('all', 'tenants', 'order')),
  tenant_ids int[],
  order_source smallint,
  order_key text collate "C",
  -- The version that is offered; null until the first is released.
  current_version int,
  -- Whoever changes it names the one that they know.
  version int not null default 1,
  created_by text references portal.profiles on delete set null,
  created_at timestamptz not null default now(),
  -- When what its readers see of it changed last.
  updated_at timestamptz not null default now(),
  check ((audience = 'all') = (tenant_ids is null)),
  check ((audience = 'order') = (order_key is not null and order_source is not null)),
  check ((status in ('draft', 'pending')) = (current_version is null)),
  -- What search reads; fields are kept apart so that no match spans two of them.
  search_text text not null generated always as (
    portal.fold(title || chr(10) || coalesce(number, '') || chr(10) || coalesce(product_code, '') || chr(10) ||
                coalesce(product_name, '') || chr(10) || coalesce(product_line, '') || chr(10) || coalesce(description, ''))) stored
);
create index documents_author on portal.documents (created_by);
create index documents_of_orders on portal.documents (order_source, order_key) where audience = 'order';

-- Which tenants may know of which document; kept from the audiences, never written by hand.
create table portal.document_access (
  tenant_id int not null references portal.tenants,
  document_id int not null references portal.documents on delete cascade,
  primary key (tenant_id, document_id)
);
create index document_access_document on portal.document_access (document_id);

-- Files are never overwritten: another file is another version. Several versions may have one file.
create table portal.document_versions (
  document_id int not null references portal.documents on delete cascade,
  no int not null check (no > 0),
  status text not null default 'draft' check (status in ('draft', 'available', 'superseded', 'withdrawn')),
  file_name text not null check (length(file_name) between 1 and 200),
  file_key text not null check (file_key ~ '^[0-9a-f]{48}$'),
  -- What its content is: pdf, png, jpg, csv, xlsx, docx.
  format text not null check (format in ('pdf', 'png', 'jpg', 'csv', 'xlsx', 'docx')),
  size bigint not null check (size > 0),
  checksum bytea not null check (length(checksum) = 32),
  note text check (length(note) between 1 and 500),
  uploaded_by text references portal.profiles on delete set null,
  uploaded_at timestamptz not null default now(),
  released_at timestamptz,
  primary key (document_id, no)
);
alter table portal.documents add foreign key (id, current_version) references portal.document_versions (document_id, no);
create index document_versions_content on portal.document_versions (checksum);
create index document_versions_uploader on portal.document_versions (uploaded_by);

-- Fact sheets that somebody keeps at hand (E7).
create table portal.document_favourites (
  user_id text not null references portal.profiles on delete cascade,
  document_id int not null references portal.documents on delete cascade,
  at timestamptz not null default now(),
  primary key (user_id, document_id)
);
create index document_favourites_document on portal.document_favourites (document_id);

-- Every client reads its documents; Quality writes and releases them; a company's administrator signs for it (A7).
update portal.roles set permissions = permissions || array['documents.read']
 where kind = 'tenant' or key in ('quality', 'customer_service', 'account_manager');
update portal.roles set permissions = permissions || array['documents.write', 'documents.approve'] where key = 'quality';
