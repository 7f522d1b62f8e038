-- An invoice that is questioned is an issue about it (D5), which the finance staff answer.
alter table portal.issues
  drop constraint issues_type_check,
  add constraint issues_type_check check (type in ('damaged_product', 'missing_items', 'wrong_product', 'technical_issue', 'quality_concern',
    'billing', 'other')),
  -- Of the system that sent it, which outlives its row; beside it what people call it.
  add column invoice_source smallint,
  add column invoice_key text collate "C",
  add column invoice_no text,
  add constraint issues_invoice_check check ((invoice_source is null) = (invoice_key is null));
create index issues_invoice on portal.issues (tenant_id, invoice_source, invoice_key) where invoice_key is not null;

drop function if exists portal.report_issue(int, text, text, text, text, bigint, text, text);
update portal.roles set permissions = permissions || '{issues.write,issues.manage}' where key = 'finance';
