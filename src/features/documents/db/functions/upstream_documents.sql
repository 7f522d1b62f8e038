-- Documents from upstream (G1, E8): what a key that is bound to no client sends goes into the library and is offered.

-- One file for the same content, as for whoever uploads by hand (portal.known_document_file).
create or replace function portal.upstream_document_file(content bytea) returns text
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not auth.ingests_all() then raise exception 'the library is not for this key' using errcode = '42501'; end if;
  perform pg_advisory_xact_lock(7001004, hashtext(encode(content, 'hex')));
  return (select v.file_key from portal.document_versions v where v.checksum = content order by v.uploaded_at desc limit 1);
end $$;

-- Everybody whom a document is or was for hears of it, each module apart (A8); of one that was never offered, those alone who
-- look after documents.
create or replace function portal.announce_document(of_document int, before int[]) returns void
  language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  insert into portal.outbox (tenant_id, topic, module, permission, object_id)
  select t, 'documents', m, case when d.current_version is null then 'documents.write' else 'documents.read' end, d.id::text
    from portal.documents d
   cross join unnest(case when d.tenant_ids is null then '{0}' else array(select distinct x from unnest(d.tenant_ids || before) x) end) t
   cross join unnest(array(select distinct case when s in ('product', 'fact-sheet') then 'product' when s = 'legal' then 'legal' else 'qaqc' end
       from unnest(d.shelves) s union select unnest(array['qaqc', 'orders']) where d.lot_nos <> '{}')) m
   where d.id = of_document order by t, m
$$;

-- Offers a version; the one that was offered until now is superseded.
create or replace function portal.offer_document(of_document int, of_version int) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  update portal.document_versions v set status = 'superseded'
   where v.document_id = of_document and v.no <> of_version and v.status = 'available';
  update portal.document_versions v set status = 'available', released_at = coalesce(v.released_at, clock_timestamp()), release_when_clean = false,
      taken_back_at = null
   where v.document_id = of_document and v.no = of_version;
  update portal.documents d set status = 'available', current_version = of_version, withdrawn_reason = null, withdrawn_at = null,
      version = d.version + 1, updated_at = now() where d.id = of_document;
  perform portal.announce_document(of_document, '{}');
end $$;

-- What waits for the scanner is offered when it is clean; a newer version that was offered meanwhile stays.
create or replace function portal.offer_clean_documents() returns trigger
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare v record;
begin
  for v in select x.document_id, x.no from portal.document_versions x join portal.documents d on d.id = x.document_id
      where x.checksum = new.checksum and x.release_when_clean and x.no >= coalesce(d.current_version, 0)
      order by x.document_id, x.no for update of d loop
    perform portal.offer_document(v.document_id, v.no);
  end loop;
  return null;
end $$;

-- Lands one document: {"act": insert, update, unchanged, stale or delete, "id", "kept": the key of the file that is used}, or
-- {"field", "code"}: what is wrong with it.
create or replace function portal.land_document(of_source smallint, doc jsonb, file jsonb) returns jsonb
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  of_key text := doc ->> 'no';
  at_ timestamptz := (doc ->> 'updatedAt')::timestamptz;
  row_ portal.upstream_rows%rowtype;
  known boolean;
  of_document int;
  newest portal.document_versions%rowtype;
  content bytea := decode(file ->> 'checksum', 'hex');
  hash uuid;
  tenants int[];
  before int[] := '{}';
  of_order text;
  orders_found int;
  offered int;
begin
  if not auth.ingests_all() then raise exception 'the library is not for this key' using errcode = '42501'; end if;
  perform pg_advisory_xact_lock(7001005, of_source);
  select * into row_ from portal.upstream_rows r where r.source_id = of_source and r.kind = 'documents' and r.key = of_key;
  known := row_.key is not null;
  if known then
    of_document := row_.row_id;
    -- Removed by hand, once it was kept long enough.
    if not exists (select from portal.documents d where d.id = of_document) then
      delete from portal.upstream_rows r where r.source_id = of_source and r.kind = 'documents' and r.key = of_key;
      known := false;
    end if;
  end if;
  if known and row_.upstream_updated_at > at_ then return jsonb_build_object('act', 'stale', 'id', of_document); end if;

  if doc ->> 'op' = 'delete' then
    if not known or row_.deleted then return jsonb_build_object('act', 'unchanged'); end if;
    update portal.document_versions v set release_when_clean = false, taken_back_at = now()
     where v.document_id = of_document and v.release_when_clean;
    update portal.document_versions v set status = 'withdrawn', taken_back_at = now() where v.document_id = of_document and v.status = 'available';
    update portal.documents d set status = 'withdrawn', withdrawn_reason = doc ->> 'reason', withdrawn_at = now(), version = d.version + 1,
        updated_at = now() where d.id = of_document and d.status = 'available';
    if found then
      perform portal.announce_document(of_document, '{}');
      perform portal.tell_readers(of_document);
    end if;
    update portal.upstream_rows r set deleted = true, upstream_updated_at = coalesce(at_, r.upstream_updated_at)
     where r.source_id = of_source and r.kind = 'documents' and r.key = of_key;
    return jsonb_build_object('act', 'delete', 'id', of_document);
  end if;

  if known then
    select d.tenant_ids into before from portal.documents d where d.id = of_document for update;
    -- What people added to it is theirs, and no measure of what upstream sends.
    select * into newest from portal.document_versions v where v.document_id = of_document and v.uploaded_by is null
     order by v.no desc limit 1;
  end if;
  if content is null and newest.no is null then return jsonb_build_object('field', 'file', 'code', 'required'); end if;
  hash := md5((doc - 'updatedAt' - 'note')::text || encode(coalesce(content, newest.checksum), 'hex'))::uuid;
  if known and not row_.deleted and row_.content_hash = hash then
    update portal.upstream_rows r set upstream_updated_at = coalesce(at_, r.upstream_updated_at)
     where r.source_id = of_source and r.kind = 'documents' and r.key = of_key;
    return jsonb_build_object('act', 'unchanged', 'id', of_document);
  end if;

  tenants := case doc ->> 'audience' when 'all' then null
    when 'clients' then array(select t.id from portal.tenants t where to_jsonb(t.id) <@ (doc -> 'tenants') order by 1) else '{}'::int[] end;
  if doc ->> 'audience' = 'order' then
    select count(distinct o.source_key), min(o.source_key) into orders_found, of_order from portal.orders o
     where o.source_id = of_source and doc ->> 'order' in (o.ord_no, o.primary_no);
    if orders_found <> 1 then
      return jsonb_build_object('field', 'Ord No', 'code', case orders_found when 0 then 'unknown_order' else 'ambiguous_order' end);
    end if;
  end if;

  if not known then
    insert into portal.documents (title, shelves, category, type, lot_nos, lot_source, audience, tenant_ids, order_source, order_key)
    values (doc ->> 'title', array(select jsonb_array_elements_text(doc -> 'shelves')), doc ->> 'category', doc ->> 'type',
      array(select jsonb_array_elements_text(doc -> 'lots')), of_source,
      case doc ->> 'audience' when 'clients' then 'tenants' else doc ->> 'audience' end, tenants,
      case doc ->> 'audience' when 'order' then of_source end, case doc ->> 'audience' when 'order' then of_order end)
    returning id into of_document;
  end if;
  update portal.documents d set title = doc ->> 'title', number = of_key, description = doc ->> 'description',
      shelves = array(select jsonb_array_elements_text(doc -> 'shelves')), category = doc ->> 'category', type = doc ->> 'type',
      product_code = doc ->> 'productCode', product_name = doc ->> 'productName', product_line = doc ->> 'productLine',
      language = doc ->> 'language', effective_on = (doc ->> 'effectiveOn')::date, expires_on = (doc ->> 'expiresOn')::date,
      lot_nos = array(select jsonb_array_elements_text(doc -> 'lots')), lot_source = of_source,
      audience = case doc ->> 'audience' when 'clients' then 'tenants' else doc ->> 'audience' end, tenant_ids = tenants,
      order_source = case doc ->> 'audience' when 'order' then of_source end,
      order_key = case doc ->> 'audience' when 'order' then of_order end,
      version = d.version + 1, updated_at = now()
   where d.id = of_document;
  if content is not null and content is distinct from newest.checksum then
    insert into portal.document_versions (document_id, no, file_name, file_key, format, size, checksum, note)
    values (of_document, (select coalesce(max(v.no), 0) + 1 from portal.document_versions v where v.document_id = of_document),
      file ->> 'name', file ->> 'key', file ->> 'format', (file ->> 'size')::bigint, content, doc ->> 'note')
    returning * into newest;
    offered := newest.no;
    if (file ->> 'scans')::boolean then perform portal.queue_scan(content); end if;
  elsif row_.deleted then
    select v.no into offered from portal.document_versions v join portal.documents d on d.id = v.document_id
     where v.document_id = of_document and v.no >= coalesce(d.current_version, 0) and v.taken_back_at is not null
       and (v.status = 'draft' or v.status = 'withdrawn' and v.taken_back_at = d.withdrawn_at)
     order by v.no desc limit 1;
  end if;
  -- What people hold back, a draft of theirs or a version that they withdrew, stays so: upstream offers what it sent or took back.
  if offered is not null then
    if exists (select from portal.document_versions v join portal.document_scans s on s.checksum = v.checksum
        where v.document_id = of_document and v.no = offered and s.state <> 'clean') then
      update portal.document_versions v set release_when_clean = true, taken_back_at = null
       where v.document_id = of_document and v.no = offered;
    else perform portal.offer_document(of_document, offered);
    end if;
  end if;
  perform portal.announce_document(of_document, coalesce(before, '{}'));
  insert into portal.upstream_rows (source_id, kind, key, tenant_id, row_id, content_hash, upstream_updated_at)
    values (of_source, 'documents', of_key, 0, of_document, hash, at_)
  on conflict (source_id, kind, key) do update set content_hash = excluded.content_hash, deleted = false,
    upstream_updated_at = coalesce(excluded.upstream_updated_at, upstream_rows.upstream_updated_at);
  return jsonb_build_object('act', case when known then 'update' else 'insert' end, 'id', of_document, 'version', newest.no, 'kept', newest.file_key);
end $$;

alter function portal.upstream_document_file(bytea) owner to portal_keeper;
alter function portal.announce_document(int, int[]) owner to portal_keeper;
alter function portal.offer_document(int, int) owner to portal_keeper;
alter function portal.offer_clean_documents() owner to portal_keeper;
alter function portal.land_document(smallint, jsonb, jsonb) owner to portal_keeper;
grant execute on function portal.upstream_document_file(bytea), portal.land_document(smallint, jsonb, jsonb) to portal_ingest;
