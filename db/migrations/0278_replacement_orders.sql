-- An accepted replacement is ordered by a purchase order of its own (C6); one at a time.
alter table portal.purchase_orders add column issue_id bigint,
  add constraint purchase_orders_issue_fkey foreign key (tenant_id, issue_id) references portal.issues (tenant_id, id);
create unique index purchase_orders_issue on portal.purchase_orders (tenant_id, issue_id)
  where issue_id is not null and state not in ('rejected', 'cancelled');
alter table portal.issue_entries drop constraint issue_entries_kind_check,
  add constraint issue_entries_kind_check check (kind in ('comment', 'file', 'report', 'start', 'resolve', 'close', 'reopen', 'escalate',
    'request_replacement', 'accept_replacement', 'decline_replacement', 'order_replacement'));
