-- Who signed which version of a legal document for a company (E6): once, and never changed: nobody is granted it, nor has the owner a policy for it.
create table portal.document_acknowledgements (
  tenant_id int not null references portal.tenants,
  document_id int not null,
  version int not null,
  -- Of the file that was signed, as it was kept then.
  checksum bytea not null check (length(checksum) = 32),
  -- By the name that the signatory had then; the account may go, what was signed stays.
  user_id text not null,
  name text not null check (length(name) between 1 and 200),
  at timestamptz not null default now(),
  primary key (tenant_id, document_id, version),
  foreign key (document_id, version) references portal.document_versions (document_id, no)
);
create index document_acknowledgements_document on portal.document_acknowledgements (document_id, version);

update portal.roles set permissions = permissions || array['legal.approve'] where kind = 'tenant' and key = 'tenant_admin';
