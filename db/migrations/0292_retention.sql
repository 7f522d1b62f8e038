-- How long a document is kept once it is not offered any more (E1), and that it is held back from being removed.
alter table portal.documents
  add column retention text not null default 'standard' check (retention in ('short', 'standard', 'long', 'permanent')),
  add column withdrawn_at timestamptz,
  add column hold_reason text check (length(hold_reason) between 1 and 500),
  -- A name as it was.
  add column held_by text,
  add column held_at timestamptz,
  add constraint documents_hold_check check ((hold_reason is null) = (held_by is null) and (hold_reason is null) = (held_at is null));
update portal.documents set withdrawn_at = updated_at where status = 'withdrawn';
