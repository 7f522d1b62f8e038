-- The page of a lot shows what was reported about it.
create index issues_lot on portal.issues (tenant_id, lot_no) where lot_no is not null;
