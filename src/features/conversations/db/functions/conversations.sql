-- Conversations (F3): every write of them. Each answers null where the conversation is not there for the asker.

-- The row of a conversation that the asker sees, held until the transaction ends: what follows has the next number to itself.
create or replace function portal.hold_conversation(of_conversation bigint) returns portal.conversations
  language plpgsql volatile set search_path = pg_catalog, pg_temp as $$
declare
  seen int[] := auth.seen_tenants();
  c portal.conversations;
begin
  select * into c from portal.conversations x where x.id = of_conversation and (seen is null or x.tenant_id = any (seen)) for update;
  return c;
end $$;

-- Who can be given a conversation of a tenant: staff who look into it and answer conversations, and administrators.
create or replace function portal.conversation_handlers(of_tenant int, out user_id text, out name text) returns setof record
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare seen int[] := auth.seen_tenants();
begin
  perform auth.require_context('staff', 'admin');
  if seen is not null and of_tenant <> all (seen) then return; end if;
  return query select h.user_id, h.name from auth.handlers_of(of_tenant, 'conversations.manage') h;
end $$;

-- The next message, and what follows from it: whose turn it is, how long the client had waited, and that its author has read so far.
create or replace function portal.add_message(c portal.conversations, of_kind text, said text, of_key uuid, of_links jsonb default '[]') returns portal.conversations
  language plpgsql volatile set search_path = pg_catalog, pg_temp as $$
declare
  staff boolean := auth.context_kind() <> 'member';
  moment timestamptz := clock_timestamp();
  waited int := case when staff and c.waiting_for = 'staff' then round(portal.business_minutes(c.waiting_since, moment, portal.business_zone())) end;
begin
  c.last_no := c.last_no + 1;
  insert into portal.conversation_messages (tenant_id, conversation_id, no, kind, text, links, key, author, author_name, by_staff, at, reply_minutes)
    values (c.tenant_id, c.id, c.last_no, of_kind, said, of_links, of_key, auth.actor(), auth.name_of(auth.actor()), staff, moment, waited);
  if c.waiting_for is distinct from (case when staff then 'client' else 'staff' end) then c.waiting_since := moment; end if;
  c.waiting_for := case when staff then 'client' else 'staff' end;
  c.last_at := moment;
  if staff then c.staff_read := c.last_no; else c.client_read := c.last_no; end if;
  update portal.conversations x set last_no = c.last_no, last_at = c.last_at, waiting_for = c.waiting_for, waiting_since = c.waiting_since,
      client_read = c.client_read, staff_read = c.staff_read
   where x.tenant_id = c.tenant_id and x.id = c.id;
  insert into portal.conversation_reads as r (tenant_id, conversation_id, user_id, up_to) values (c.tenant_id, c.id, auth.actor(), c.last_no)
    on conflict (tenant_id, conversation_id, user_id) do update set up_to = excluded.up_to, at = now();
  return c;
end $$;

-- What those who hear of it are told by: who has taken part on the client's side, and who it is assigned to.
create or replace function portal.conversation_people(c portal.conversations) returns jsonb
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select jsonb_build_object('tenant', c.tenant_id, 'id', c.id, 'no', c.last_no, 'subject', c.subject, 'version', c.version, 'assigned', c.assigned_to,
      'clients', (select jsonb_agg(distinct m.author) from portal.conversation_messages m
                   where m.tenant_id = c.tenant_id and m.conversation_id = c.id and not m.by_staff))
$$;

-- The message that the asker sent under this key before; no row: none.
create or replace function portal.sent_before(of_key uuid) returns setof portal.conversation_messages
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select m.* from portal.conversation_messages m
   where m.author = auth.actor() and m.key = of_key and (auth.seen_tenants() is null or m.tenant_id = any (auth.seen_tenants()))
$$;

-- Opens a conversation with its first message, or with what was said to the assistant; once for each key. Null: no such tenant
-- for the asker; `unknown` names a link that leads to nothing of the tenant.
create or replace function portal.open_conversation(of_tenant int, of_subject text, said text, of_key uuid, of_order bigint, of_issue bigint,
  summary text, of_links jsonb) returns jsonb
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  seen int[] := auth.seen_tenants();
  before portal.conversation_messages;
  o portal.orders;
  c portal.conversations;
begin
  perform auth.require_context('member', 'staff', 'admin');
  if not exists (select from portal.tenants t where t.id = of_tenant and (seen is null or t.id = any (seen))) then return null; end if;
  perform pg_advisory_xact_lock(hashtextextended('conversation ' || auth.actor() || of_key, 0));
  select * into before from portal.sent_before(of_key);
  if found then
    if before.tenant_id <> of_tenant or before.no <> 1 then return '{"mismatch": true}'; end if;
    select * into c from portal.conversations x where x.tenant_id = of_tenant and x.id = before.conversation_id;
    return portal.conversation_people(c) || '{"again": true}';
  end if;
  if of_order is not null then
    select * into o from portal.orders x where x.tenant_id = of_tenant and x.id = of_order;
    if not found then return '{"unknown": "orderId"}'; end if;
    c.order_source := o.source_id; c.order_key := o.source_key; c.order_no := coalesce(o.ord_no, o.primary_no, o.po_no);
  end if;
  if of_issue is not null then
    select i.id, i.no into c.issue_id, c.issue_no from portal.issues i where i.tenant_id = of_tenant and i.id = of_issue;
    if not found then return '{"unknown": "issueId"}'; end if;
  end if;
  insert into portal.conversations (tenant_id, subject, order_source, order_key, order_no, issue_id, issue_no, opened_by, opened_name, by_staff)
    values (of_tenant, of_subject, c.order_source, c.order_key, c.order_no, c.issue_id, c.issue_no, auth.actor(), auth.name_of(auth.actor()),
      auth.context_kind() <> 'member')
    returning * into c;
  if summary is not null then c := portal.add_message(c, 'summary', summary, of_key, of_links); end if;
  if said is not null then
    c := portal.add_message(c, 'message', said, case when summary is null then of_key else gen_random_uuid() end);
  end if;
  return portal.conversation_people(c);
end $$;

-- Says something, once for each key.
create or replace function portal.send_message(of_conversation bigint, said text, of_key uuid) returns jsonb
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  before portal.conversation_messages;
  c portal.conversations;
begin
  perform auth.require_context('member', 'staff', 'admin');
  c := portal.hold_conversation(of_conversation);
  if c.id is null then return null; end if;
  select * into before from portal.sent_before(of_key);
  if found then
    if before.conversation_id <> c.id or before.text is distinct from said then return '{"mismatch": true}'; end if;
    return portal.conversation_people(c) || jsonb_build_object('no', before.no, 'again', true);
  end if;
  c := portal.add_message(c, 'message', said, of_key);
  return portal.conversation_people(c);
end $$;

create or replace function portal.attach_to_conversation(of_conversation bigint, of_key uuid, name text, of_file text, of_format text, bytes bigint,
  hash bytea, scans boolean) returns jsonb
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  before portal.conversation_messages;
  c portal.conversations;
  file bigint;
begin
  perform auth.require_context('member', 'staff', 'admin');
  c := portal.hold_conversation(of_conversation);
  if c.id is null then return null; end if;
  select * into before from portal.sent_before(of_key);
  if found then
    select f.id into file from portal.conversation_files f
     where f.tenant_id = c.tenant_id and f.conversation_id = c.id and f.no = before.no and before.conversation_id = c.id and f.checksum = hash;
    if file is null then return '{"mismatch": true}'; end if;
    return portal.conversation_people(c) || jsonb_build_object('no', before.no, 'file', file, 'again', true);
  end if;
  if (select count(*) from portal.conversation_files f where f.tenant_id = c.tenant_id and f.conversation_id = c.id) >= 100 then
    return '{"full": true}';
  end if;
  c := portal.add_message(c, 'file', null, of_key);
  insert into portal.conversation_files (tenant_id, conversation_id, no, file_name, file_key, format, size, checksum)
    values (c.tenant_id, c.id, c.last_no, name, of_file, of_format, bytes, hash) returning id into file;
  if scans then perform portal.queue_scan(hash); end if;
  return portal.conversation_people(c) || jsonb_build_object('file', file);
end $$;

-- What the operator's scanner said of an attachment that the asker may see; null: there was none to ask.
create or replace function portal.conversation_file_scan(of_tenant int, of_file bigint) returns text
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select s.state from portal.conversation_files f join portal.document_scans s on s.checksum = f.checksum
   where f.tenant_id = of_tenant and f.id = of_file
     and (auth.is_admin() or coalesce(of_tenant = auth.tenant(), false) or of_tenant = any (auth.staff_tenants()))
$$;

-- The asker has read so far; `moved`: further than anybody of their side, so that the other side is to see it.
create or replace function portal.read_conversation(of_conversation bigint, so_far int) returns jsonb
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  staff boolean := auth.context_kind() <> 'member';
  c portal.conversations;
  up int;
  moved boolean;
begin
  perform auth.require_context('member', 'staff', 'admin');
  c := portal.hold_conversation(of_conversation);
  if c.id is null then return null; end if;
  up := least(so_far, c.last_no);
  moved := up > case when staff then c.staff_read else c.client_read end;
  insert into portal.conversation_reads as r (tenant_id, conversation_id, user_id, up_to) values (c.tenant_id, c.id, auth.actor(), up)
    on conflict (tenant_id, conversation_id, user_id) do update set up_to = greatest(r.up_to, excluded.up_to), at = now();
  if moved then
    update portal.conversations x set staff_read = case when staff then up else x.staff_read end,
        client_read = case when staff then x.client_read else up end
     where x.tenant_id = c.tenant_id and x.id = c.id;
  end if;
  return jsonb_build_object('tenant', c.tenant_id, 'upTo', up, 'moved', moved,
    'bell', auth.see_conversation_notices(c.tenant_id, c.id));
end $$;

-- Tells whoever listens that the asker writes: over the wire alone, kept nowhere. False: not there for the asker.
create or replace function portal.tell_typing(of_conversation bigint) returns boolean
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  seen int[] := auth.seen_tenants();
  of_tenant int;
begin
  perform auth.require_context('member', 'staff', 'admin');
  select x.tenant_id into of_tenant from portal.conversations x where x.id = of_conversation and (seen is null or x.tenant_id = any (seen));
  if not found then return false; end if;
  perform pg_notify('typing', jsonb_build_object('tenantId', of_tenant, 'conversation', of_conversation, 'userId', auth.actor(),
    'side', case when auth.context_kind() = 'member' then 'client' else 'staff' end)::text);
  return true;
end $$;

-- What the client never reads.
create or replace function portal.note_on_conversation(of_conversation bigint, said text) returns jsonb
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  c portal.conversations;
  note bigint;
begin
  perform auth.require_context('staff', 'admin');
  c := portal.hold_conversation(of_conversation);
  if c.id is null then return null; end if;
  insert into portal.conversation_notes (tenant_id, conversation_id, kind, text, author, author_name)
    values (c.tenant_id, c.id, 'note', said, auth.actor(), auth.name_of(auth.actor())) returning id into note;
  return portal.conversation_people(c) || jsonb_build_object('note', note);
end $$;

-- Gives it to somebody, or to nobody (null). `unknown`: they do not look after this client.
create or replace function portal.assign_conversation(of_conversation bigint, to_person text, known_version int) returns jsonb
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  c portal.conversations;
  person_name text;
  before text;
begin
  perform auth.require_context('staff', 'admin');
  c := portal.hold_conversation(of_conversation);
  if c.id is null then return null; end if;
  if c.version <> known_version then return '{"stale": true}'; end if;
  if to_person is not null then
    select h.name into person_name from portal.conversation_handlers(c.tenant_id) h where h.user_id = to_person;
    if not found then return '{"unknown": true}'; end if;
  end if;
  insert into portal.conversation_notes (tenant_id, conversation_id, kind, text, author, author_name)
    values (c.tenant_id, c.id, 'assign', person_name, auth.actor(), auth.name_of(auth.actor()));
  before := c.assigned_to;
  update portal.conversations x set assigned_to = to_person, assigned_name = person_name, version = x.version + 1
   where x.tenant_id = c.tenant_id and x.id = c.id returning * into c;
  return portal.conversation_people(c) || jsonb_build_object('before', before);
end $$;

-- Nobody waits any more: the last word needs no answer. The next message begins anew.
create or replace function portal.settle_conversation(of_conversation bigint) returns jsonb
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  c portal.conversations;
  before text;
begin
  perform auth.require_context('staff', 'admin');
  c := portal.hold_conversation(of_conversation);
  if c.id is null then return null; end if;
  before := c.waiting_for;
  if before is not null then
    insert into portal.conversation_notes (tenant_id, conversation_id, kind, author, author_name)
      values (c.tenant_id, c.id, 'settle', auth.actor(), auth.name_of(auth.actor()));
    update portal.conversations x set waiting_for = null, waiting_since = null where x.tenant_id = c.tenant_id and x.id = c.id;
  end if;
  return portal.conversation_people(c) || jsonb_build_object('before', before);
end $$;

-- Conversations of whoever asks in whose subject, order, issue or messages the term stands. ILIKE and LIKE are not leakproof, so
-- under row-level security they could not use the trigram index: this reads as the keeper and asks the context itself.
create or replace function portal.find_conversations(term text) returns setof bigint
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  patterns text[] := portal.search_patterns(term);
  seen int[] := auth.seen_tenants();
begin
  if seen is null and not auth.is_admin() then return; end if;
  return query
    select c.id from portal.conversations c where (seen is null or c.tenant_id = any (seen)) and c.search_text like any (patterns)
    union
    select m.conversation_id from portal.conversation_messages m where (seen is null or m.tenant_id = any (seen)) and m.search_text like any (patterns);
end $$;

-- When somebody is there, and within how many business minutes three of four messages of this client were answered in the last
-- 90 days; null where fewer than three were.
create or replace function portal.support_hours(of_tenant int, out zone text, out closes_at timestamptz, out opens_at timestamptz,
  out usual_minutes int, out reply_by timestamptz)
  language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  zone := portal.business_zone();
  select n.closes_at, n.opens_at into closes_at, opens_at from portal.business_now(zone) n;
  select case when count(*) >= 3 then ceil(percentile_cont(0.75) within group (order by m.reply_minutes))::int end into usual_minutes
    from portal.conversation_messages m where m.tenant_id = of_tenant and m.reply_minutes is not null and m.at > now() - interval '90 days';
  if usual_minutes is not null then reply_by := portal.business_deadline(now(), usual_minutes, zone); end if;
end $$;

grant execute on function portal.hold_conversation(bigint), portal.add_message(portal.conversations, text, text, uuid, jsonb),
  portal.conversation_people(portal.conversations), portal.sent_before(uuid), portal.conversation_handlers(int) to portal_keeper;
alter function portal.open_conversation(int, text, text, uuid, bigint, bigint, text, jsonb) owner to portal_keeper;
alter function portal.send_message(bigint, text, uuid) owner to portal_keeper;
alter function portal.attach_to_conversation(bigint, uuid, text, text, text, bigint, bytea, boolean) owner to portal_keeper;
alter function portal.conversation_file_scan(int, bigint) owner to portal_keeper;
alter function portal.read_conversation(bigint, int) owner to portal_keeper;
alter function portal.tell_typing(bigint) owner to portal_keeper;
alter function portal.note_on_conversation(bigint, text) owner to portal_keeper;
alter function portal.assign_conversation(bigint, text, int) owner to portal_keeper;
alter function portal.settle_conversation(bigint) owner to portal_keeper;
alter function portal.find_conversations(text) owner to portal_keeper;
grant execute on function portal.open_conversation(int, text, text, uuid, bigint, bigint, text, jsonb), portal.send_message(bigint, text, uuid),
  portal.attach_to_conversation(bigint, uuid, text, text, text, bigint, bytea, boolean), portal.conversation_file_scan(int, bigint),
  portal.read_conversation(bigint, int), portal.tell_typing(bigint), portal.find_conversations(text), portal.support_hours(int)
  to portal_member, portal_staff, portal_admin;
grant execute on function portal.note_on_conversation(bigint, text), portal.assign_conversation(bigint, text, int),
  portal.settle_conversation(bigint), portal.conversation_handlers(int) to portal_staff, portal_admin;
