create or replace trigger announce_refusal after insert on portal.ingest_batches
  for each row when (new.refusal is not null) execute function portal.announce_refusal();
