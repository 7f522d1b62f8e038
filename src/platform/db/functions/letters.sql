-- What portal.search_fold and the keys of names are made of. Columns and indexes hold their results: a change of either comes with a
-- migration that computes those anew.
create or replace function portal.fold(txt text) returns text
  language sql immutable parallel safe strict set search_path = pg_catalog, pg_temp as $$
  select regexp_replace(normalize(lower(txt collate "default"), NFKD), '[\u0300-\u036f]', '', 'g')
$$;
-- Letters of a text as search compares them: no case, no accents, ligatures by their letters, one apostrophe, nothing invisible.
create or replace function portal.search_letters(txt text) returns text
  language sql immutable parallel safe strict set search_path = pg_catalog, pg_temp as $$
  select translate(replace(replace(replace(lower(regexp_replace(normalize(lower(txt collate "default"), NFKD), '[\u0300-\u036f]', '', 'g')),
    'œ', 'oe'), 'æ', 'ae'), 'ß', 'ss'), E'’‘ʼς\u200b\u200c\u200d\u2060\ufeff', '''''''σ')
$$;
grant execute on function portal.fold(text), portal.search_letters(text)
  to portal_member, portal_staff, portal_admin, portal_ingest, portal_keeper;
