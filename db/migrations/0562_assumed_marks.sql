-- Batches from before marks were decided by evidence, in which one was assumed: few, and to be found without reading all.
create index ingest_batches_assumed on portal.ingest_batches (id) where result @> '{"warnings": [{"code": "group_mark_assumed"}]}';
