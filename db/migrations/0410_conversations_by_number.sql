-- The search over everything finds conversations by the number of their order or issue: without these it read all of them.
create index conversations_order_no on portal.conversations (tenant_id, order_no) where order_no is not null;
create index conversations_issue_no on portal.conversations (tenant_id, issue_no) where issue_no is not null;
