-- What stands of a row in its file, and of which parent it is a line where its number is given here (portal.number_ingest).
do $$
declare t text;
begin
  for t in select c.relname from pg_class c where c.relnamespace = 'portal'::regnamespace and c.relkind = 'r' and c.relname ~ '^staged_' loop
    execute format('alter table portal.%I add column line int, add column parent text collate "C"', t);
  end loop;
end $$;
alter table portal.ingest_plan add column line int, add column parent text collate "C",
  -- Rows of one key that came in one batch, in the order in which they are done.
  add column version int not null default 1;

-- What comes in their place asks for more, or answers more.
drop function if exists portal.plan_ingest(bigint, text, smallint, date, date);
drop function if exists portal.carry_ingested(text, boolean, text, bigint, smallint);
drop function if exists portal.carry_lines(bigint, text, smallint);
drop function if exists portal.register_ingested(bigint, text, smallint);
