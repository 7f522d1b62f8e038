-- Requests for a client's documents (E8): every write of them. Each answers null where the request is not there for the asker.

-- The steps: from which states, to which, and which side takes them. The same table as src/features/documents/domain/request-rules.ts.
create or replace function portal.document_request_rules(out act text, out from_state text[], out to_state text, out by_client boolean)
  returns setof record language sql immutable set search_path = pg_catalog, pg_temp as $$
  values
    ('send', array['open'], 'sent', true),
    ('return', array['sent'], 'open', false),
    ('accept', array['sent'], 'accepted', false),
    ('withdraw', array['open', 'sent'], 'withdrawn', false)
$$;

-- The row of a request that the asker sees, held until the transaction ends.
create or replace function portal.hold_document_request(of_request bigint) returns portal.document_requests
  language plpgsql volatile set search_path = pg_catalog, pg_temp as $$
declare
  seen int[] := auth.seen_tenants();
  r portal.document_requests;
begin
  select * into r from portal.document_requests x where x.id = of_request and (seen is null or x.tenant_id = any (seen)) for update;
  return r;
end $$;

create or replace function portal.record_document_request(r portal.document_requests, of_act text, said text) returns void
  language sql volatile set search_path = pg_catalog, pg_temp as $$
  insert into portal.document_request_acts (tenant_id, request_id, act, note, author, author_name, by_staff)
    values (r.tenant_id, r.id, of_act, said, auth.actor(), auth.name_of(auth.actor()), auth.context_kind() <> 'member')
$$;

-- Asks a client for a document. Null: no such tenant for the asker.
create or replace function portal.ask_for_document(of_tenant int, of_title text, of_details text, due date) returns bigint
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  seen int[] := auth.seen_tenants();
  r portal.document_requests;
begin
  perform auth.require_context('staff', 'admin');
  if not exists (select from portal.tenants t where t.id = of_tenant and (seen is null or t.id = any (seen))) then return null; end if;
  insert into portal.document_requests (tenant_id, title, details, due_on, asked_by, asker_name)
    values (of_tenant, of_title, of_details, due, auth.actor(), auth.name_of(auth.actor())) returning * into r;
  perform portal.record_document_request(r, 'ask', null);
  return r.id;
end $$;

-- Takes a step. `stale`: somebody else changed it first; `refused`: not from the state that it is in, or not by this side;
-- `nothing`: there is no file to send.
create or replace function portal.act_on_document_request(of_request bigint, of_act text, said text, known_version int) returns jsonb
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  r portal.document_requests;
  rule record;
begin
  perform auth.require_context('member', 'staff', 'admin');
  r := portal.hold_document_request(of_request);
  if r.id is null then return null; end if;
  if r.version <> known_version then return '{"stale": true}'; end if;
  select * into rule from portal.document_request_rules() x
   where x.act = of_act and r.state = any (x.from_state) and (x.by_client or auth.context_kind() <> 'member');
  if not found then return '{"refused": true}'; end if;
  if of_act = 'send' and not exists (select from portal.document_request_files f where f.tenant_id = r.tenant_id and f.request_id = r.id) then
    return '{"nothing": true}';
  end if;
  update portal.document_requests x set state = rule.to_state, version = x.version + 1, changed_at = now()
   where x.tenant_id = r.tenant_id and x.id = r.id;
  perform portal.record_document_request(r, of_act, said);
  return jsonb_build_object('tenant', r.tenant_id, 'title', r.title, 'before', r.state, 'after', rule.to_state, 'version', r.version + 1);
end $$;

-- While it is open. `closed`: it is not; `full`: it has 20 files.
create or replace function portal.attach_to_document_request(of_request bigint, name text, of_key text, of_format text, bytes bigint,
  hash bytea, scans boolean) returns jsonb
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  r portal.document_requests;
  file bigint;
begin
  perform auth.require_context('member', 'staff', 'admin');
  r := portal.hold_document_request(of_request);
  if r.id is null then return null; end if;
  if r.state <> 'open' then return '{"closed": true}'; end if;
  if (select count(*) from portal.document_request_files f where f.tenant_id = r.tenant_id and f.request_id = r.id) >= 20 then
    return '{"full": true}';
  end if;
  insert into portal.document_request_files (tenant_id, request_id, file_name, file_key, format, size, checksum, author_name, by_staff)
    values (r.tenant_id, r.id, name, of_key, of_format, bytes, hash, auth.name_of(auth.actor()), auth.context_kind() <> 'member')
    returning id into file;
  if scans then perform portal.queue_scan(hash); end if;
  return jsonb_build_object('tenant', r.tenant_id, 'file', file);
end $$;

-- Takes a file off again, while it is open.
create or replace function portal.detach_from_document_request(of_request bigint, of_file bigint) returns jsonb
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  r portal.document_requests;
  name text;
begin
  perform auth.require_context('member', 'staff', 'admin');
  r := portal.hold_document_request(of_request);
  if r.id is null then return null; end if;
  if r.state <> 'open' then return '{"closed": true}'; end if;
  delete from portal.document_request_files f where f.tenant_id = r.tenant_id and f.request_id = r.id and f.id = of_file
    returning f.file_name into name;
  if name is null then return null; end if;
  return jsonb_build_object('tenant', r.tenant_id, 'name', name);
end $$;

-- Remembers which document of the library a file became.
create or replace function portal.file_of_request_is(of_request bigint, of_file bigint, of_document int) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare r portal.document_requests;
begin
  perform auth.require_context('staff', 'admin');
  r := portal.hold_document_request(of_request);
  update portal.document_request_files f set document_id = of_document
   where f.tenant_id = r.tenant_id and f.request_id = r.id and f.id = of_file
     and exists (select from portal.documents d where d.id = of_document and d.tenant_ids = array[r.tenant_id]);
end $$;

-- What the operator's scanner said of a file that the asker may see; null: there was none to ask.
create or replace function portal.document_request_file_scan(of_tenant int, of_file bigint) returns text
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select s.state from portal.document_request_files f join portal.document_scans s on s.checksum = f.checksum
   where f.tenant_id = of_tenant and f.id = of_file
     and (auth.is_admin() or coalesce(of_tenant = auth.tenant(), false) or of_tenant = any (auth.staff_tenants()))
$$;

-- As the owner: reminds clients of what is due within three days, once; answers of how many.
create or replace function portal.remind_of_requests(today date) returns int
  language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with due as (
    update portal.document_requests r set reminded_at = now() where r.state = 'open' and r.reminded_at is null and r.due_on <= today + 3
    returning r.*
  ), told as (
    insert into portal.notice_queue (tenant_id, kind, subject, permission, to_members, to_staff, facts)
    select d.tenant_id, 'document_request_due', 'documents', 'document_requests.write', true, false,
           jsonb_build_object('id', d.id, 'title', d.title, 'due', d.due_on)
      from due d order by d.id returning 1
  )
  select count(*)::int from told
$$;

grant execute on function portal.document_request_rules(), portal.hold_document_request(bigint),
  portal.record_document_request(portal.document_requests, text, text) to portal_keeper;
alter function portal.ask_for_document(int, text, text, date) owner to portal_keeper;
alter function portal.act_on_document_request(bigint, text, text, int) owner to portal_keeper;
alter function portal.attach_to_document_request(bigint, text, text, text, bigint, bytea, boolean) owner to portal_keeper;
alter function portal.detach_from_document_request(bigint, bigint) owner to portal_keeper;
alter function portal.file_of_request_is(bigint, bigint, int) owner to portal_keeper;
alter function portal.document_request_file_scan(int, bigint) owner to portal_keeper;
alter function portal.remind_of_requests(date) owner to portal_keeper;
grant execute on function portal.act_on_document_request(bigint, text, text, int),
  portal.attach_to_document_request(bigint, text, text, text, bigint, bytea, boolean), portal.detach_from_document_request(bigint, bigint),
  portal.document_request_file_scan(int, bigint) to portal_member, portal_staff, portal_admin;
grant execute on function portal.ask_for_document(int, text, text, date), portal.file_of_request_is(bigint, bigint, int)
  to portal_staff, portal_admin;
grant execute on function portal.remind_of_requests(date) to portal_owner;
