-- What a row holds, as its plan goes to the register: the stage is read once more for the rows alone, not for this too.
alter table portal.ingest_plan add column content_hash uuid;
drop function if exists portal.register_ingested(bigint, text, smallint, text);
