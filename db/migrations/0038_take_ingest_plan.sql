-- What comes in their place answers nothing, and knows the stage.
drop function if exists portal.apply_ingest(bigint, text, smallint), portal.register_ingested(bigint, text, smallint);
