-- Somebody uploads where there is a scanner: its content is to be looked at, unless it was; what could not be is tried anew.
create or replace function portal.queue_scan(content bytea) returns void
  language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  insert into portal.document_scans as s (checksum) values (content)
  on conflict (checksum) do update set state = 'pending', attempts = 0, leased_until = null, asked_at = now() where s.state = 'failed'
$$;
grant execute on function portal.queue_scan(bytea) to portal_keeper;
create or replace function portal.ask_for_scan(content bytea) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform auth.require_context('staff', 'admin');
  perform portal.queue_scan(content);
end $$;

-- What was uploaded while there was no scanner: all of it waits to be scanned, what came last first. Answers of how much.
create or replace function auth.queue_unscanned() returns int
  language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with added as (
    insert into portal.document_scans (checksum, asked_at)
    select k.checksum, now() + row_number() over (order by min(k.rank), k.checksum) * interval '1 microsecond'
      from (select v.checksum, -v.document_id::bigint as rank from portal.document_versions v
            union all select f.checksum, -f.id from portal.issue_files f
            union all select f.checksum, -f.id from portal.conversation_files f
            union all select f.checksum, -f.id from portal.purchase_order_files f
            union all select f.checksum, -f.id from portal.document_request_files f) k
     group by k.checksum on conflict do nothing returning 1)
  select count(*)::int from added
$$;

-- The next file to be scanned, for a server that has time.
create or replace function auth.claim_document_scan() returns table (file_key text, size bigint, checksum bytea)
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare claimed bytea;
begin
  update portal.document_scans s set attempts = s.attempts + 1, leased_until = clock_timestamp() + interval '2 min'
    from (select x.checksum from portal.document_scans x
           where x.state = 'pending' and (x.leased_until is null or x.leased_until < clock_timestamp())
           order by x.asked_at limit 1 for update skip locked) next
   where s.checksum = next.checksum
  returning s.checksum into claimed;
  return query select k.file_key, k.size, claimed
    from (select v.file_key, v.size from portal.document_versions v where v.checksum = claimed
          union all select f.file_key, f.size from portal.issue_files f where f.checksum = claimed
          union all select f.file_key, f.size from portal.conversation_files f where f.checksum = claimed
          union all select f.file_key, f.size from portal.purchase_order_files f where f.checksum = claimed
          union all select f.file_key, f.size from portal.document_request_files f where f.checksum = claimed) k limit 1;
end $$;

-- The screens of those who look after documents ask anew, each for the tenants that they see (of one that is for nobody,
-- administrators'), and those of whatever it is attached to; a client's draft is its own.
create or replace function portal.tell_of_scan(content bytea) returns void
  language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  insert into portal.outbox (tenant_id, topic, permission, object_id)
  select t, 'documents', case when d.tenant_ids = '{}' then 'unassigned.manage' else 'documents.write' end, d.id::text
    from portal.documents d cross join unnest(case when d.tenant_ids <> '{}' then d.tenant_ids else '{0}' end) t
   where exists (select from portal.document_versions v where v.document_id = d.id and v.checksum = content);
  insert into portal.outbox (tenant_id, topic, module, permission, object_id)
  select f.tenant_id, 'conversations', 'chat', 'conversations.read', f.conversation_id::text from portal.conversation_files f where f.checksum = content;
  insert into portal.outbox (tenant_id, topic, module, permission, object_id, payload)
  select f.tenant_id, 'purchase-orders', 'orders', 'purchase_orders.read', p.id::text,
         case when p.state = 'draft' and not p.by_staff then jsonb_build_object('to', 'members') else '{}' end
    from portal.purchase_order_files f join portal.purchase_orders p on p.tenant_id = f.tenant_id and p.id = f.purchase_order_id
   where f.checksum = content;
  insert into portal.outbox (tenant_id, topic, module, permission, object_id)
  select f.tenant_id, 'issues', 'orders', 'issues.read', f.issue_id::text from portal.issue_files f where f.checksum = content;
  insert into portal.outbox (tenant_id, topic, permission, object_id)
  select f.tenant_id, 'document-requests', 'documents.read', f.request_id::text from portal.document_request_files f where f.checksum = content
$$;

-- Those who look after documents hear that one is infected, whatever its state: one that is offered is not opened any more.
create or replace function portal.tell_of_infection(content bytea) returns void
  language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  insert into portal.notice_queue (tenant_id, kind, subject, permission, to_members, to_staff, facts)
  select 0, 'document_infected', 'documents', 'documents.write', false, true, jsonb_build_object('id', d.id, 'title', d.title)
    from portal.documents d where exists (select from portal.document_versions v where v.document_id = d.id and v.checksum = content)
$$;

-- What the scanner said. Without a verdict it is asked again, later each time, and given up after the fifth attempt.
create or replace function auth.keep_document_scan(checksum bytea, verdict text) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  update portal.document_scans s
     set state = case when $2 in ('clean', 'infected') then $2 when s.attempts >= 5 then 'failed' else 'pending' end,
         leased_until = case when $2 = 'failed' and s.attempts < 5 then clock_timestamp() + power(s.attempts, 4) * interval '1 s' end,
         scanned_at = case when $2 in ('clean', 'infected') then clock_timestamp() end
   where s.checksum = $1 and s.state = 'pending';
  perform portal.tell_of_scan($1);
  if verdict = 'infected' then perform portal.tell_of_infection($1); end if;
end $$;

alter function portal.tell_of_scan(bytea) owner to portal_keeper;
alter function portal.tell_of_infection(bytea) owner to portal_keeper;
grant execute on function portal.tell_of_scan(bytea), portal.tell_of_infection(bytea) to portal_owner;
grant execute on function portal.ask_for_scan(bytea) to portal_staff, portal_admin;
grant execute on function auth.claim_document_scan(), auth.keep_document_scan(bytea, text), auth.queue_unscanned() to portal_app;
