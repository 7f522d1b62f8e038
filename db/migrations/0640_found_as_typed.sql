-- Search compares more than letters from now on (portal.search_fold); names that must differ from each other, and words of statuses,
-- go on being compared by letters alone. What search has folded already is folded anew by the renamed function: it stands in the columns.
alter function portal.fold(text) rename to search_fold;
create function portal.fold(txt text) returns text
  language sql immutable parallel safe strict set search_path = pg_catalog, pg_temp as $$
  select regexp_replace(normalize(lower(txt collate "default"), NFKD), '[\u0300-\u036f]', '', 'g')
$$;
grant execute on function portal.fold(text) to portal_member, portal_staff, portal_admin, portal_ingest, portal_keeper;
drop index portal.saved_views_name;
create unique index saved_views_name on portal.saved_views (tenant_id, user_id, screen, portal.fold(name));

-- Letters of a text as search compares them: no case, no accents, ligatures by their letters, one apostrophe, nothing invisible.
create function portal.search_letters(txt text) returns text
  language sql immutable parallel safe strict set search_path = pg_catalog, pg_temp as $$
  select translate(replace(replace(replace(lower(regexp_replace(normalize(lower(txt collate "default"), NFKD), '[\u0300-\u036f]', '', 'g')),
    'œ', 'oe'), 'æ', 'ae'), 'ß', 'ss'), E'’‘ʼς\u200b\u200c\u200d\u2060\ufeff', '''''''σ')
$$;
-- A text as search compares it: besides, without hyphens, dashes, "#" and spaces. Between two digits a space stays, so that numbers
-- beside each other do not become one; and line breaks, which keep fields apart. The same rule as searchFold (platform/domain).
create or replace function portal.search_fold(txt text) returns text
  language sql immutable parallel safe strict set search_path = pg_catalog, pg_temp as $$
  select regexp_replace(regexp_replace(regexp_replace(portal.search_letters(txt),
    '[-#\u00ad\u2010-\u2015\u2043\u2212\u2e3a\u2e3b]', '', 'g'), '[ \t\r\f\v\u1680\u2028\u2029]+', ' ', 'g'),
    '(?<![0-9]) | (?![0-9])', '', 'g')
$$;
grant execute on function portal.search_letters(text) to portal_member, portal_staff, portal_admin, portal_ingest, portal_keeper;

-- The words of a page: as they stand, and their stems in both languages. What hyphens join, or part at the end of a line, is a word of
-- its own besides: "vita- mins" is found as "vitamins", and "L2024-118" as "L2024118".
create function portal.page_words(content text) returns tsvector
  language sql immutable parallel safe strict set search_path = pg_catalog, pg_temp as $$
  select strip(to_tsvector('simple', w.words) || to_tsvector('english', w.words) || to_tsvector('french', w.words))
    from (select f.letters || coalesce(' ' || (
            select string_agg(regexp_replace(m[1], '[-\u00ad\u2010\u2011] ?', '', 'g'), ' ')
              from regexp_matches(f.letters, '([[:alnum:]]+(?:[-\u00ad\u2010\u2011] ?[[:alnum:]]+)+)', 'g') m), '') as words
            from (select portal.search_letters(content) as letters) f) w
$$;
grant execute on function portal.page_words(text) to portal_app;
alter table portal.document_pages drop column words;
alter table portal.document_pages add column words tsvector not null generated always as (portal.page_words(content)) stored;
create index document_pages_words on portal.document_pages using gin (words);

-- Every column that search reads. For this transaction the owner reads its own tables whole; the policies, which are made anew after
-- it, hold it to them again. Indexes are made after their rows.
do $$
declare
  place regclass;
  base text;
  indexes text[];
  one text;
begin
  for place, base in
    select a.attrelid, min(b.attname) from pg_attribute a
      join pg_class c on c.oid = a.attrelid and c.relkind = 'r'
      join pg_attrdef f on f.adrelid = a.attrelid and f.adnum = a.attnum
      join pg_depend d on d.classid = 'pg_attrdef'::regclass and d.objid = f.oid and d.refobjid = a.attrelid and d.refobjsubid <> a.attnum
      join pg_attribute b on b.attrelid = a.attrelid and b.attnum = d.refobjsubid
     where c.relnamespace = 'portal'::regnamespace and a.attname = 'search_text' and a.attgenerated = 's' and b.attgenerated = ''
     group by a.attrelid
  loop
    indexes := array(select pg_get_indexdef(i.indexrelid) from pg_index i
      where i.indrelid = place and pg_get_indexdef(i.indexrelid) like '%search_text%');
    for one in select i.indexrelid::regclass::text from pg_index i
      where i.indrelid = place and pg_get_indexdef(i.indexrelid) like '%search_text%'
    loop execute format('drop index %s', one); end loop;
    execute format('alter table %s no force row level security', place);
    execute format('alter table %s disable trigger user', place);
    execute format('update %s set %I = %2$I where search_text <> portal.search_fold(search_text)', place, base);
    execute format('alter table %s enable trigger user', place);
    foreach one in array indexes loop execute one; end loop;
  end loop;
end $$;

-- An order is found by what it is of.
do $$
declare t text;
begin
  foreach t in array array['order_lines', 'unassigned_order_lines'] loop
    execute format('alter table portal.%I add column search_text text not null generated always as (portal.search_fold(
      coalesce(item_no, '''') || chr(10) || coalesce(item_name, '''') || chr(10) || coalesce(lot, ''''))) stored', t);
    execute format('create index %s_search on portal.%1$s using gin (search_text extensions.gin_trgm_ops)', t);
  end loop;
end $$;
