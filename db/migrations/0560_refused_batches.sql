-- Why a batch was refused as a whole; null: it landed. Its answer says the rest.
alter table portal.ingest_batches add column refusal text check (length(refusal) between 1 and 60);
