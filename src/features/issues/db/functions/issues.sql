-- Issues (C6): every write of them. Each answers null where the issue is not there for the asker.

-- The steps: from which states, to which, and who takes them. The same table as src/features/issues/domain/rules.ts.
create or replace function portal.issue_rules(out act text, out from_status text[], out to_status text, out from_replacement text[],
  out to_replacement text, out by_client boolean) returns setof record
  language sql immutable set search_path = pg_catalog, pg_temp as $$
  values
    ('start', array['open'], 'in_progress', null::text[], null, false),
    ('resolve', array['in_progress'], 'resolved', null, null, false),
    ('close', array['open', 'in_progress', 'resolved'], 'closed', null, null, true),
    ('reopen', array['resolved', 'closed'], 'open', null, null, true),
    ('escalate', array['open', 'in_progress'], null, null, null, true),
    ('request_replacement', array['open', 'in_progress', 'resolved'], null, array['none', 'declined'], 'requested', true),
    ('accept_replacement', array['open', 'in_progress', 'resolved'], null, array['requested'], 'accepted', false),
    ('decline_replacement', array['open', 'in_progress', 'resolved'], null, array['requested'], 'declined', false)
$$;

-- Business minutes until something is promised: the first response, or that it is resolved.
create or replace function portal.issue_promise(of_priority text, responded boolean) returns int
  language sql immutable set search_path = pg_catalog, pg_temp as $$
  select case of_priority when 'high' then case when responded then 1020 else 240 end
                          when 'medium' then case when responded then 2550 else 510 end
                          else case when responded then 5100 else 1020 end end
$$;

-- An issue with its clock set as its state, priority and first response say.
create or replace function portal.with_clock(i portal.issues) returns portal.issues
  language plpgsql stable set search_path = pg_catalog, pg_temp as $$
declare
  zone text := portal.business_zone();
  minutes int := portal.issue_promise(i.priority, i.first_response_at is not null);
begin
  i.warned_at := null;
  if i.status in ('resolved', 'closed') then
    i.due_at := null; i.warn_at := null;
  else
    i.due_at := portal.business_deadline(i.clock_from, minutes, zone);
    i.warn_at := portal.business_deadline(i.clock_from, minutes * 3 / 4, zone);
  end if;
  return i;
end $$;

create or replace function auth.name_of(of_user text) returns text
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select p.name from portal.profiles p where p.user_id = of_user
$$;
grant execute on function auth.name_of(text) to portal_keeper;

-- Staff who look into a tenant and hold a permission, and administrators.
create or replace function auth.handlers_of(of_tenant int, needs text, out user_id text, out name text) returns setof record
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select p.user_id, p.name from portal.profiles p
    left join portal.staff s on s.user_id = p.user_id left join portal.roles r on r.key = s.role
   where p.deactivated_at is null and (p.global_admin or needs = any (r.permissions)
     and (s.all_tenants or exists (select from portal.staff_tenants a where a.user_id = s.user_id and a.tenant_id = of_tenant)))
   order by p.name collate portal.natural_order, p.user_id
$$;

-- Who can be given an issue of a tenant: staff who look into it and manage issues, and administrators.
create or replace function portal.issue_handlers(of_tenant int, out user_id text, out name text) returns setof record
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare seen int[] := auth.seen_tenants();
begin
  perform auth.require_context('staff', 'admin');
  if seen is not null and of_tenant <> all (seen) then return; end if;
  return query select h.user_id, h.name from auth.handlers_of(of_tenant, 'issues.manage') h;
end $$;
grant execute on function portal.issue_handlers(int) to portal_staff, portal_admin, portal_keeper;

-- The row of an issue that the asker sees, held until the transaction ends.
create or replace function portal.hold_issue(of_issue bigint) returns portal.issues
  language plpgsql volatile set search_path = pg_catalog, pg_temp as $$
declare
  seen int[] := auth.seen_tenants();
  i portal.issues;
begin
  select * into i from portal.issues x where x.id = of_issue and (seen is null or x.tenant_id = any (seen)) for update;
  return i;
end $$;

-- The next line of the thread, and what follows from it: whose turn it is, and the first response of the staff.
create or replace function portal.add_issue_entry(i portal.issues, of_kind text, said text) returns bigint
  language plpgsql volatile set search_path = pg_catalog, pg_temp as $$
declare
  staff boolean := auth.context_kind() <> 'member';
  entry bigint;
begin
  insert into portal.issue_entries (tenant_id, issue_id, kind, text, author, author_name, by_staff)
    values (i.tenant_id, i.id, of_kind, said, auth.actor(), auth.name_of(auth.actor()), staff) returning id into entry;
  i.last_at := now();
  i.waiting_for := case when i.status = 'closed' then null when staff then 'client' else 'staff' end;
  if staff and i.first_response_at is null then
    i.first_response_at := now();
    i.response_minutes := round(portal.business_minutes(i.reported_at, now(), portal.business_zone()));
    i := portal.with_clock(i);
  end if;
  update portal.issues x set last_at = i.last_at, waiting_for = i.waiting_for, first_response_at = i.first_response_at,
      response_minutes = i.response_minutes, status = i.status, priority = i.priority, escalated_at = i.escalated_at,
      replacement = i.replacement, resolved_at = i.resolved_at, clock_from = i.clock_from, due_at = i.due_at, warn_at = i.warn_at,
      warned_at = i.warned_at, version = x.version + case when of_kind in ('comment', 'file') then 0 else 1 end
   where x.tenant_id = i.tenant_id and x.id = i.id;
  return entry;
end $$;

-- A new issue under the next number of its tenant; links lead to what is the tenant's own alone: `unknown` names one that does
-- not. Null: no such tenant for the asker.
create or replace function portal.report_issue(of_tenant int, of_type text, of_priority text, of_title text, said text, of_order bigint,
  of_item text, of_lot text, of_invoice bigint, of_key uuid) returns jsonb
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  seen int[] := auth.seen_tenants();
  staff boolean := auth.context_kind() <> 'member';
  o portal.orders;
  v portal.invoices;
  i portal.issues;
begin
  perform auth.require_context('member', 'staff', 'admin');
  if not exists (select from portal.tenants t where t.id = of_tenant and (seen is null or t.id = any (seen))) then return null; end if;
  if of_key is not null then
    perform pg_advisory_xact_lock(hashtextextended('issue ' || auth.actor() || of_key, 0));
    select * into i from portal.issues x where x.tenant_id = of_tenant and x.reporter = auth.actor() and x.key = of_key;
    if found then return jsonb_build_object('id', i.id, 'no', i.no, 'again', true); end if;
  end if;
  if of_order is not null then
    select * into o from portal.orders x where x.tenant_id = of_tenant and x.id = of_order;
    if not found then return '{"unknown": "orderId"}'; end if;
    i.order_source := o.source_id; i.order_key := o.source_key; i.order_no := coalesce(o.ord_no, o.primary_no, o.po_no);
  end if;
  if of_item is not null then
    select p.item_no, p.name into i.item_no, i.item_name from portal.products p
      join portal.product_access a on a.product_id = p.id and a.tenant_id = of_tenant where p.item_no = of_item limit 1;
    if not found then
      select l.item_no, l.item_name into i.item_no, i.item_name from portal.order_lines l
       where l.tenant_id = of_tenant and l.source_id = i.order_source and l.order_key = i.order_key and l.item_no = of_item limit 1;
    end if;
    if i.item_no is null then return '{"unknown": "itemNo"}'; end if;
  end if;
  if of_lot is not null then
    if not exists (select from portal.lots l join portal.lot_access a on a.lot_id = l.id and a.tenant_id = of_tenant where l.lot_no = of_lot)
       and not exists (select from portal.order_lines l
         where l.tenant_id = of_tenant and l.source_id = i.order_source and l.order_key = i.order_key and l.lot = of_lot) then
      return '{"unknown": "lotNo"}';
    end if;
    i.lot_no := of_lot;
  end if;
  if of_invoice is not null then
    select * into v from portal.invoices x where x.tenant_id = of_tenant and x.id = of_invoice;
    if not found then return '{"unknown": "invoiceId"}'; end if;
    i.invoice_source := v.source_id; i.invoice_key := v.source_key; i.invoice_no := v.invoice_no;
  end if;
  -- One after the other in each tenant, so that no number is left out or given twice.
  perform pg_advisory_xact_lock(hashtext('portal.issues'), of_tenant);
  select coalesce(max(x.no), 0) + 1 into i.no from portal.issues x where x.tenant_id = of_tenant;
  i.tenant_id := of_tenant; i.priority := of_priority; i.status := 'open'; i.clock_from := now();
  -- Nobody waits for a response to what the staff report themselves.
  if staff then i.first_response_at := now(); end if;
  i := portal.with_clock(i);
  insert into portal.issues (tenant_id, no, type, priority, title, description, order_source, order_key, order_no, item_no, item_name, lot_no,
      invoice_source, invoice_key, invoice_no, reporter, reporter_name, by_staff, first_response_at, due_at, warn_at, waiting_for, key)
    values (of_tenant, i.no, of_type, of_priority, of_title, said, i.order_source, i.order_key, i.order_no, i.item_no, i.item_name, i.lot_no,
      i.invoice_source, i.invoice_key, i.invoice_no, auth.actor(), auth.name_of(auth.actor()), staff, i.first_response_at, i.due_at, i.warn_at, 'staff', of_key)
    returning id into i.id;
  insert into portal.issue_entries (tenant_id, issue_id, kind, author, author_name, by_staff)
    values (of_tenant, i.id, 'report', auth.actor(), auth.name_of(auth.actor()), staff);
  return jsonb_build_object('id', i.id, 'no', i.no, 'order', i.order_no, 'item', i.item_no, 'lot', i.lot_no, 'invoice', i.invoice_no);
end $$;

-- What everybody who has taken part on the client's side, and who it is assigned to, are told by.
create or replace function portal.issue_people(of_tenant int, of_issue bigint) returns jsonb
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select jsonb_build_object('tenant', i.tenant_id, 'no', i.no, 'title', i.title, 'version', i.version, 'assigned', i.assigned_to,
      'clients', (select coalesce(jsonb_agg(distinct e.author), '[]') from portal.issue_entries e
                   where e.tenant_id = i.tenant_id and e.issue_id = i.id and not e.by_staff))
    from portal.issues i where i.tenant_id = of_tenant and i.id = of_issue
$$;

create or replace function portal.comment_on_issue(of_issue bigint, said text) returns jsonb
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  i portal.issues;
  entry bigint;
begin
  perform auth.require_context('member', 'staff', 'admin');
  i := portal.hold_issue(of_issue);
  if i.id is null then return null; end if;
  if i.status = 'closed' then return '{"closed": true}'; end if;
  entry := portal.add_issue_entry(i, 'comment', said);
  return portal.issue_people(i.tenant_id, i.id) || jsonb_build_object('entry', entry);
end $$;

create or replace function portal.attach_to_issue(of_issue bigint, name text, of_key text, of_format text, bytes bigint, hash bytea, scans boolean) returns jsonb
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  i portal.issues;
  entry bigint;
  file bigint;
begin
  perform auth.require_context('member', 'staff', 'admin');
  i := portal.hold_issue(of_issue);
  if i.id is null then return null; end if;
  if i.status = 'closed' then return '{"closed": true}'; end if;
  if (select count(*) from portal.issue_files f where f.tenant_id = i.tenant_id and f.issue_id = i.id) >= 100 then return '{"full": true}'; end if;
  entry := portal.add_issue_entry(i, 'file', null);
  insert into portal.issue_files (tenant_id, issue_id, entry_id, file_name, file_key, format, size, checksum)
    values (i.tenant_id, i.id, entry, name, of_key, of_format, bytes, hash) returning id into file;
  if scans then perform portal.queue_scan(hash); end if;
  return portal.issue_people(i.tenant_id, i.id) || jsonb_build_object('file', file);
end $$;

-- What the operator's scanner said of an attachment that the asker may see; null: there was none to ask.
create or replace function portal.issue_file_scan(of_tenant int, of_file bigint) returns text
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select s.state from portal.issue_files f join portal.document_scans s on s.checksum = f.checksum
   where f.tenant_id = of_tenant and f.id = of_file
     and (auth.is_admin() or coalesce(of_tenant = auth.tenant(), false) or of_tenant = any (auth.staff_tenants()))
$$;
alter function portal.issue_file_scan(int, bigint) owner to portal_keeper;
grant execute on function portal.issue_file_scan(int, bigint) to portal_member, portal_staff, portal_admin;

-- Takes a step. `stale`: somebody else changed it first; `refused`: not from the state that it is in, or not by this side.
create or replace function portal.act_on_issue(of_issue bigint, of_act text, said text, known_version int) returns jsonb
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  i portal.issues;
  before jsonb;
  rule record;
begin
  perform auth.require_context('member', 'staff', 'admin');
  i := portal.hold_issue(of_issue);
  if i.id is null then return null; end if;
  if i.version <> known_version then return '{"stale": true}'; end if;
  before := jsonb_build_object('status', i.status, 'priority', i.priority, 'replacement', i.replacement, 'escalated', i.escalated_at is not null);
  select * into rule from portal.issue_rules() r where r.act = of_act and i.status = any (r.from_status)
    and (r.from_replacement is null or coalesce(i.replacement, 'none') = any (r.from_replacement))
    and (r.by_client or auth.context_kind() <> 'member') and (r.act <> 'escalate' or i.escalated_at is null);
  if not found then return '{"refused": true}'; end if;
  i.status := coalesce(rule.to_status, i.status);
  i.replacement := coalesce(rule.to_replacement, i.replacement);
  if of_act = 'escalate' then i.escalated_at := now(); i.priority := 'high'; end if;
  if of_act = 'reopen' then i.clock_from := now(); i.resolved_at := null; end if;
  if of_act = 'resolve' or of_act = 'close' then i.resolved_at := coalesce(i.resolved_at, now()); end if;
  if rule.to_status is not null or of_act = 'escalate' then i := portal.with_clock(i); end if;
  perform portal.add_issue_entry(i, of_act, said);
  return portal.issue_people(i.tenant_id, i.id) || jsonb_build_object('before', before,
    'after', jsonb_build_object('status', i.status, 'priority', i.priority, 'replacement', i.replacement, 'escalated', i.escalated_at is not null));
end $$;

-- What the client never reads.
create or replace function portal.note_on_issue(of_issue bigint, said text) returns jsonb
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  i portal.issues;
  note bigint;
begin
  perform auth.require_context('staff', 'admin');
  i := portal.hold_issue(of_issue);
  if i.id is null then return null; end if;
  insert into portal.issue_notes (tenant_id, issue_id, kind, text, author, author_name)
    values (i.tenant_id, i.id, 'note', said, auth.actor(), auth.name_of(auth.actor())) returning id into note;
  return portal.issue_people(i.tenant_id, i.id) || jsonb_build_object('note', note);
end $$;

-- Gives it to somebody, or to nobody (null). `unknown`: they do not look after this client.
create or replace function portal.assign_issue(of_issue bigint, to_person text, known_version int) returns jsonb
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  i portal.issues;
  person_name text;
begin
  perform auth.require_context('staff', 'admin');
  i := portal.hold_issue(of_issue);
  if i.id is null then return null; end if;
  if i.version <> known_version then return '{"stale": true}'; end if;
  if to_person is not null then
    select h.name into person_name from portal.issue_handlers(i.tenant_id) h where h.user_id = to_person;
    if not found then return '{"unknown": true}'; end if;
  end if;
  insert into portal.issue_notes (tenant_id, issue_id, kind, text, author, author_name)
    values (i.tenant_id, i.id, 'assign', person_name, auth.actor(), auth.name_of(auth.actor()));
  update portal.issues x set assigned_to = to_person, assigned_name = person_name, version = x.version + 1
   where x.tenant_id = i.tenant_id and x.id = i.id;
  return portal.issue_people(i.tenant_id, i.id) || jsonb_build_object('before', i.assigned_to);
end $$;

-- Tells whoever looks after an issue that what was promised is about to be missed, once; answers of how many.
create or replace function portal.watch_issues(most int) returns int
  language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with due as (
    select x.tenant_id, x.id from portal.issues x where x.warned_at is null and x.due_at is not null and x.warn_at <= now()
     order by x.warn_at limit most for update skip locked
  ), warned as (
    update portal.issues x set warned_at = now() from due d where x.tenant_id = d.tenant_id and x.id = d.id returning x.*
  ), told as (
    insert into portal.notice_queue (tenant_id, kind, subject, module, permission, to_members, to_staff, to_people, facts)
    select w.tenant_id, 'issue_due', 'conversations', 'orders', 'issues.manage', false, true,
           case when w.assigned_to is not null then array[w.assigned_to] end, jsonb_build_object('id', w.id, 'issue', w.no, 'subject', w.title)
      from warned w order by w.due_at returning 1
  )
  select count(*)::int from told
$$;

grant execute on function portal.issue_rules(), portal.issue_promise(text, boolean), portal.with_clock(portal.issues),
  portal.hold_issue(bigint), portal.add_issue_entry(portal.issues, text, text), portal.issue_people(int, bigint) to portal_keeper;
alter function portal.report_issue(int, text, text, text, text, bigint, text, text, bigint, uuid) owner to portal_keeper;
alter function portal.comment_on_issue(bigint, text) owner to portal_keeper;
alter function portal.attach_to_issue(bigint, text, text, text, bigint, bytea, boolean) owner to portal_keeper;
alter function portal.act_on_issue(bigint, text, text, int) owner to portal_keeper;
alter function portal.note_on_issue(bigint, text) owner to portal_keeper;
alter function portal.assign_issue(bigint, text, int) owner to portal_keeper;
alter function portal.watch_issues(int) owner to portal_keeper;
grant execute on function portal.report_issue(int, text, text, text, text, bigint, text, text, bigint, uuid), portal.comment_on_issue(bigint, text),
  portal.attach_to_issue(bigint, text, text, text, bigint, bytea, boolean), portal.act_on_issue(bigint, text, text, int)
  to portal_member, portal_staff, portal_admin;
grant execute on function portal.note_on_issue(bigint, text), portal.assign_issue(bigint, text, int) to portal_staff, portal_admin;
grant execute on function portal.watch_issues(int) to portal_events;
