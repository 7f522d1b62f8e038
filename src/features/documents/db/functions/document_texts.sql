-- The next file whose text nobody has read: for a server that has time. After three attempts it is given up.
create or replace function auth.claim_document_text()
  returns table (file_key text, size bigint, checksum bytea)
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  claimed bytea;
  next_one bytea;
begin
  update portal.document_texts t set state = 'unreadable', leased_until = null
   where t.state = 'reading' and t.leased_until < clock_timestamp() and t.attempts >= 3;
  update portal.document_texts t set attempts = t.attempts + 1, leased_until = clock_timestamp() + interval '1 min'
    from (select x.checksum from portal.document_texts x where x.state = 'reading' and x.leased_until < clock_timestamp()
           limit 1 for update skip locked) next
   where t.checksum = next.checksum
  returning t.checksum into claimed;
  -- What came last first.
  while claimed is null loop
    select v.checksum into next_one from portal.document_versions v
     where v.format = 'pdf' and not v.text_taken order by v.uploaded_at desc limit 1;
    exit when not found;
    insert into portal.document_texts as t (checksum, state, leased_until)
    values (next_one, 'reading', clock_timestamp() + interval '1 min') on conflict do nothing
    returning t.checksum into claimed;
    if claimed is not null then
      update portal.document_versions v set text_taken = true where v.checksum = next_one and v.format = 'pdf';
    else
      -- Another version had this file before. All such at once: each mark makes the next search longer until this ends.
      update portal.document_versions v set text_taken = true
       where v.format = 'pdf' and not v.text_taken and exists (select from portal.document_texts x where x.checksum = v.checksum);
    end if;
  end loop;
  return query select v.file_key, v.size, v.checksum from portal.document_versions v where v.checksum = claimed limit 1;
end $$;

-- What was read: the text of each page, in their order; pages without text are empty.
create or replace function auth.keep_document_text(checksum bytea, state text, pages text[]) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  update portal.document_texts t set state = $2, leased_until = null, read_at = clock_timestamp()
   where t.checksum = $1 and t.state = 'reading';
  if not found then return; end if;
  insert into portal.document_pages (checksum, page, content)
  select $1, p.no, p.content from unnest($3) with ordinality p (content, no) where p.content <> '';
end $$;

-- The server stops before it was read: another one may take it at once.
create or replace function auth.leave_document_text(checksum bytea) returns void
  language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with gone as (delete from portal.document_texts t where t.checksum = $1 and t.state = 'reading' returning t.checksum)
  update portal.document_versions v set text_taken = false from gone where v.checksum = gone.checksum
$$;

create or replace function portal.word_query(word text) returns tsquery
  language sql immutable strict parallel safe set search_path = pg_catalog, pg_temp as $$
  select to_tsquery('simple', '''' || word || ''':*') || plainto_tsquery('english', word) || plainto_tsquery('french', word)
$$;

-- What a search over pages asks for: every word typed, by its beginning, or by its stem in English or French; what hyphens join
-- also as one word, as portal.page_words has it.
-- Null where nothing was typed that a word could be made of.
create or replace function portal.page_query(txt text) returns tsquery
  language plpgsql immutable strict parallel safe set search_path = pg_catalog, pg_temp as $$
declare
  typed text := portal.search_letters(portal.search_term(txt));
  pieces text[];
  piece text;
  word text;
  one tsquery;
  asked tsquery;
begin
  for word in select w from regexp_split_to_table(typed, '\s+') w where w ~ '[[:alnum:]]' limit 12 loop
    one := null;
    pieces := array(select p from regexp_split_to_table(word, '[^[:alnum:]]+') p where p <> '' limit 12);
    foreach piece in array pieces loop
      one := coalesce(one && portal.word_query(piece), portal.word_query(piece));
    end loop;
    if cardinality(pieces) > 1 then one := one || portal.word_query(array_to_string(pieces, '')); end if;
    asked := coalesce(asked && one, one);
  end loop;
  -- A code may be typed with spaces where its hyphens are.
  word := regexp_replace(typed, '[^[:alnum:]]+', '', 'g');
  if typed ~ '[^[:alnum:]]' and word ~ '[0-9]' and length(word) between 3 and 40 then
    asked := asked || portal.word_query(word);
  end if;
  return asked;
end $$;

-- The released documents, of whoever asks, on one page of whose file all words stand, with the first such page: whether they are
-- offered today its caller asks. Asking for words is not leakproof, so under row-level security it could not use the index: this reads
-- as the keeper and asks the context itself. `among`: of these documents alone; null: of all. No table is read from end to end: the
-- words of a page stand outside of its row, and what it costs to fetch them from there is not in the planner's sums.
create or replace function portal.find_in_documents(search text, among int[], out document_id int, out version int, out page int) returns setof record
  language plpgsql stable security definer rows 100 set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan
  set enable_seqscan = off as $$
declare
  wanted tsquery := portal.page_query(search);
  seen int[] := auth.seen_tenants();
  all_seen boolean := auth.is_admin();
begin
  return query
    select v.document_id, v.no, min(p.page)
      from portal.document_pages p
      join portal.document_versions v on v.checksum = p.checksum
      join portal.documents d on d.id = v.document_id and d.current_version = v.no
     where p.words @@ wanted and (among is null or d.id = any (among)) and d.status = 'available'
       and (all_seen or exists (select from portal.document_access a where a.document_id = d.id and a.tenant_id = any (seen)))
     group by v.document_id, v.no;
end $$;
alter function portal.find_in_documents(text, int[]) owner to portal_keeper;

grant execute on function portal.page_query(text), portal.word_query(text) to portal_member, portal_staff, portal_admin, portal_keeper;
grant execute on function portal.find_in_documents(text, int[]) to portal_member, portal_staff, portal_admin;
grant execute on function auth.claim_document_text(), auth.keep_document_text(bytea, text, text[]),
  auth.leave_document_text(bytea) to portal_app;
