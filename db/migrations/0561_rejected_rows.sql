-- Rejected rows as they stood in what was sent, for some days: their cells, and the headings once, sealed by the server. A
-- row of this table is a batch, so that sealing, opening and sweeping are of one piece.
create table portal.rejected_rows (
  batch bigint primary key references portal.ingest_batches on delete cascade,
  source_id smallint not null,
  -- Which rows are in it, to be known without opening it.
  row_numbers int[] not null,
  sealed bytea not null,
  bytes int not null generated always as (octet_length(sealed)) stored,
  kept_at timestamptz not null default now()
);
create index rejected_rows_source on portal.rejected_rows (source_id, batch);
