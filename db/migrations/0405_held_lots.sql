-- The few lots that may not be used: whether a document is offered follows from them.
create index lots_held on portal.lots (source_id, lot_no) where state in ('on_hold', 'quarantine', 'rejected');
