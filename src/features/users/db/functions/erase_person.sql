-- Where the portal itself wrote down somebody's name: the column of the account, and that of the name.
create or replace function portal.names_of_people(out of_table text, out by_column text, out name_column text) returns setof record
  language sql immutable set search_path = pg_catalog, pg_temp as $$
  values ('conversation_messages', 'author', 'author_name'), ('conversation_notes', 'author', 'author_name'),
    ('conversations', 'opened_by', 'opened_name'), ('conversations', 'assigned_to', 'assigned_name'),
    ('issues', 'reporter', 'reporter_name'), ('issues', 'assigned_to', 'assigned_name'),
    ('issue_entries', 'author', 'author_name'), ('issue_notes', 'author', 'author_name'),
    ('document_requests', 'asked_by', 'asker_name'), ('document_request_acts', 'author', 'author_name'),
    ('roadmap_comments', 'user_id', 'author_name'), ('feedback', 'user_id', 'person_name')
$$;

-- Columns in which people wrote as they liked, of all tables but those that hold what source systems send, what is kept on
-- purpose, and what nobody types.
create or replace function portal.columns_to_look_at(out of_table text, out of_column text) returns setof record
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select c.relname::text, a.attname::text
    from pg_class c join pg_attribute a on a.attrelid = c.oid
   where c.relnamespace = 'portal'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     and a.atttypid in ('text'::regtype, 'jsonb'::regtype, 'text[]'::regtype)
     and c.relname !~ '^(staged|unassigned|upstream|sales|current_sales|order_|invoice_lines|shipment)'
     and c.relname <> all (array['audit_log', 'audit_sealed', 'document_acknowledgements', 'profiles', 'orders', 'invoices', 'payments', 'products',
       'lots', 'lot_results', 'lot_access', 'prices', 'customers', 'customer_names', 'item_names', 'document_pages', 'ingest_plan', 'outbox',
       'rejected_rows', 'export_jobs', 'announcement_dismissals', 'document_favourites', 'voice_told', 'client_assignments', 'uploads',
       'form_drafts', 'form_draft_files'])
$$;

-- The pseudonym of somebody in all that stays: the same everywhere, and nothing leads back from it.
create or replace function portal.pseudonym(of_user text) returns text
  language sql immutable set search_path = pg_catalog, pg_temp as $$
  select 'Person ' || upper(left(encode(sha256(convert_to(of_user, 'utf8')), 'hex'), 8))
$$;

-- Puts a pseudonym in the place of a person's name wherever the portal wrote it, and tells where people wrote of them.
-- `known_as`: the names and addresses that they had.
create or replace function portal.erase_names(of_user text, inout known_as text[], out changed jsonb)
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  alias text := portal.pseudonym(of_user);
  place record;
  found text[];
  n bigint;
begin
  changed := '[]';
  for place in select * from portal.names_of_people() loop
    execute format('select array_agg(distinct x.%I) from portal.%I x where x.%I = $1 and x.%I <> $2', place.name_column, place.of_table,
      place.by_column, place.name_column) into found using of_user, alias;
    known_as := known_as || found;
    execute format('update portal.%I x set %I = $2 where x.%I = $1 and x.%I <> $2', place.of_table, place.name_column, place.by_column,
      place.name_column) using of_user, alias;
    get diagnostics n = row_count;
    if n > 0 then changed := changed || jsonb_build_object('table', place.of_table, 'did', 'renamed', 'rows', n); end if;
  end loop;
  update portal.feedback f set person_email = '', contact_for_follow_up = false where f.user_id = of_user;
  -- These keep a name alone; whose file it is says the count of uploads.
  update portal.purchase_order_files f set author_name = alias
   where exists (select from portal.uploads u where u.file_key = f.file_key and u.user_id = of_user);
  get diagnostics n = row_count;
  if n > 0 then changed := changed || jsonb_build_object('table', 'purchase_order_files', 'did', 'renamed', 'rows', n); end if;
  update portal.document_request_files f set author_name = alias
   where exists (select from portal.uploads u where u.file_key = f.file_key and u.user_id = of_user);
  get diagnostics n = row_count;
  if n > 0 then changed := changed || jsonb_build_object('table', 'document_request_files', 'did', 'renamed', 'rows', n); end if;
end $$;

-- The same in what the portal tells others: a value that is the name or the address, whole. Who is assigned stands as the text of a note.
create or replace function portal.erase_from_notices(of_user text, known_as text[]) returns jsonb
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  alias text := portal.pseudonym(of_user);
  changed jsonb := '[]';
  word text;
  place record;
  n bigint;
begin
  foreach word in array known_as loop
    for place in select * from (values ('portal.notices', 'facts'), ('portal.notice_queue', 'facts'), ('auth.mails', 'details')) v (of_table, of_column) loop
      execute format('update %s x set %I = replace(x.%I::text, $1, $2)::jsonb where position($1 in x.%I::text) > 0', place.of_table::regclass,
        place.of_column, place.of_column, place.of_column) using to_json(word)::text, to_json(alias)::text;
      get diagnostics n = row_count;
      if n > 0 then changed := changed || jsonb_build_object('table', split_part(place.of_table, '.', 2), 'did', 'renamed', 'rows', n); end if;
    end loop;
    -- Somebody else of the same name may be meant: then it is left to whoever looks.
    if not exists (select from portal.profiles p where p.name = word and p.user_id <> of_user) then
      update portal.issue_notes x set text = alias where x.kind = 'assign' and x.text = word;
      get diagnostics n = row_count;
      if n > 0 then changed := changed || jsonb_build_object('table', 'issue_notes', 'did', 'renamed', 'rows', n); end if;
      update portal.conversation_notes x set text = alias where x.kind = 'assign' and x.text = word;
      get diagnostics n = row_count;
      if n > 0 then changed := changed || jsonb_build_object('table', 'conversation_notes', 'did', 'renamed', 'rows', n); end if;
    end if;
  end loop;
  return changed;
end $$;

-- Where a name or an address still stands in what people wrote.
create or replace function portal.written_of(known_as text[]) returns jsonb
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  told jsonb := '[]';
  place record;
  n bigint;
begin
  for place in select * from portal.columns_to_look_at() order by 1, 2 loop
    execute format('select count(*) from portal.%I x where exists (select from unnest($1) w where position(lower(w) in lower(x.%I::text)) > 0)',
      place.of_table, place.of_column) into n using known_as;
    if n > 0 then told := told || jsonb_build_object('table', place.of_table, 'column', place.of_column, 'did', 'look', 'rows', n); end if;
  end loop;
  return told;
end $$;

-- Takes away what is known of a person: the account with its ways in, all that was theirs alone, and mails and invitations to
-- them; where the portal wrote their name a pseudonym stands. Signatures and the trail keep it until their retention ends, and
-- what people wrote is listed, not rewritten. By an account that is deactivated, whose address is named too, so that nobody else
-- is meant; or, for the operator, by the address of somebody who has none. `records_ended`: the trail need not know them any more.
-- `outcome`: null: nobody; other_address; still_active; done. `report`: table by table.
create or replace function portal.erase_person(of_user text, known_as text, records_ended boolean, out outcome text, out report jsonb)
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  who portal.profiles%rowtype;
  named text[] := array[lower(known_as)];
  n bigint;
begin
  perform auth.require_context('admin');
  report := '[]';
  of_user := coalesce(of_user, (select u.id from auth.users u where u.email = lower(known_as)));
  if of_user is not null then
    select p.* into who from portal.profiles p where p.user_id = of_user for update;
    if who.user_id is null or exists (select from auth.temporary_access x where x.user_id = who.user_id) then return; end if;
    if who.email is distinct from lower(known_as) then outcome := 'other_address'; return; end if;
    if who.deactivated_at is null then outcome := 'still_active'; return; end if;
    named := named || who.user_id || portal.addresses_said_of(who.user_id);
  end if;
  delete from auth.mails m where m.user_id = who.user_id or m.to_email = any (named);
  get diagnostics n = row_count;
  report := report || jsonb_build_object('table', 'mails', 'did', 'deleted', 'rows', n);
  delete from auth.invitations i where i.email = any (named);
  get diagnostics n = row_count;
  report := report || jsonb_build_object('table', 'invitations', 'did', 'deleted', 'rows', n);
  select count(*) into n from portal.notices x where x.user_id = who.user_id;
  report := report || jsonb_build_object('table', 'notices', 'did', 'deleted', 'rows', n);
  select count(*) into n from portal.form_drafts x where x.user_id = who.user_id;
  report := report || jsonb_build_object('table', 'form_drafts', 'did', 'deleted', 'rows', n);
  delete from auth.users u where u.id in (select x.user_id from auth.temporary_access x where x.email = any (named)) or u.id = who.user_id;
  get diagnostics n = row_count;
  report := report || jsonb_build_object('table', 'users', 'did', 'deleted', 'rows', n);
  delete from portal.demo_requests d where d.user_id = who.user_id or lower(d.person_email) = any (named);
  get diagnostics n = row_count;
  report := report || jsonb_build_object('table', 'demo_requests', 'did', 'deleted', 'rows', n);
  if who.user_id is not null then
    select e.known_as, report || e.changed into named, report from portal.erase_names(who.user_id, array_remove(named, who.user_id) || who.name) e;
    named := array(select distinct x from unnest(named) x where length(x) > 2);
    report := report || portal.erase_from_notices(who.user_id, named);
  end if;
  report := report || portal.written_of(named);
  select count(*) into n from portal.document_acknowledgements x where x.user_id = who.user_id;
  report := report || jsonb_build_object('table', 'document_acknowledgements', 'did', 'kept', 'rows', n);
  named := named || who.user_id;
  if records_ended then
    named := named || portal.people_said_with(named);
    report := report || jsonb_build_object('table', 'audit_sealed', 'did', 'deleted', 'rows', portal.erase_values_of(named));
  else
    report := report || jsonb_build_object('table', 'audit_sealed', 'did', 'kept', 'rows', portal.values_of(named));
  end if;
  report := coalesce((select jsonb_agg(r) from jsonb_array_elements(report) r where (r ->> 'rows')::bigint > 0), '[]');
  if who.user_id is not null or report <> '[]' then outcome := 'done'; end if;
end $$;
grant execute on function portal.erase_person(text, text, boolean) to portal_admin;
