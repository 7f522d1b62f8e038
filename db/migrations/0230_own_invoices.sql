-- Invoices that the manufacturer's staff write here, for companies whose invoices come from no upstream system (D5). A draft is
-- the staff's own; issued, it is a row of portal.invoices of source 0, with the next number of its company.
create sequence portal.invoice_draft_ids;
create table portal.invoice_drafts (
  tenant_id int not null references portal.tenants,
  id bigint not null default nextval('portal.invoice_draft_ids'),
  version int not null default 1,
  kind text not null check (kind in ('invoice', 'credit_note')),
  credits_no text, -- number of the invoice that a credit note is for
  invoice_date date not null,
  due_date date,
  terms text check (length(terms) <= 200),
  po_no text check (length(po_no) <= 200),
  ord_no text check (length(ord_no) <= 200),
  currency char(3) collate "C" not null,
  -- [{"itemNo", "description", "quantity", "unit", "unitPrice"}]: figures as decimal text
  lines jsonb not null check (jsonb_typeof(lines) = 'array'),
  taxes jsonb not null check (jsonb_typeof(taxes) = 'array'), -- as given: [{"name", "amount"}]
  created_by text references portal.profiles on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  check (due_date >= invoice_date),
  check (kind = 'credit_note' or credits_no is null)
);
create index invoice_drafts_author on portal.invoice_drafts (created_by);

-- The last number of each company: taken in the transaction that issues, so that none is left out.
create table portal.invoice_numbers (
  tenant_id int not null references portal.tenants,
  last int not null check (last > 0),
  primary key (tenant_id)
);

update portal.roles set permissions = permissions || '{invoices.write}' where key = 'finance';
