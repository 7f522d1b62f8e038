-- What people upload is counted, for the company whose members they are and for themselves (J8). Null: the default.
alter table portal.tenants add column storage_quota bigint check (storage_quota > 0);
alter table portal.profiles add column storage_quota bigint check (storage_quota > 0);

-- One row for each file that somebody uploaded, from before its first byte until it is deleted.
create table portal.uploads (
  -- Whose quota it counts in; 0: it was uploaded by staff, and counts in no company's.
  tenant_id int not null,
  id bigint not null generated always as identity,
  -- Null: nobody knows any more.
  user_id text,
  bytes bigint not null check (bytes >= 0),
  -- Of a file that is kept.
  file_key text,
  -- Of one that is on its way: what the server calls it, and until when it is counted if nothing more is heard of it.
  name text,
  expires_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, file_key),
  check ((file_key is null) = (name is not null) and (file_key is null) = (expires_at is not null))
);
create unique index uploads_on_their_way on portal.uploads (tenant_id, user_id, name) where file_key is null;
create index uploads_of_file on portal.uploads (file_key);
create index uploads_of_person on portal.uploads (user_id);

-- Who reads here is the owner, who has no part in some of these tables.
do $$
declare t text;
begin
  foreach t in array array['issue_files', 'issue_entries', 'conversation_files', 'conversation_messages', 'purchase_order_files',
                           'document_request_files', 'document_versions', 'audit_log', 'tenants', 'profiles'] loop
    execute format('alter table portal.%I no force row level security', t);
  end loop;
end $$;

insert into portal.uploads (tenant_id, user_id, bytes, file_key)
select case when e.by_staff then 0 else f.tenant_id end, e.author, f.size, f.file_key
  from portal.issue_files f join portal.issue_entries e on e.tenant_id = f.tenant_id and e.id = f.entry_id
union all
select case when m.by_staff then 0 else f.tenant_id end, m.author, f.size, f.file_key
  from portal.conversation_files f
  join portal.conversation_messages m on m.tenant_id = f.tenant_id and m.conversation_id = f.conversation_id and m.no = f.no
union all
-- These keep the name of who sent them, not the account: the trail does.
select case when f.by_staff then 0 else f.tenant_id end,
       (select a.actor from portal.audit_log a
         where a.object_id = f.of_object and a.tenant_id = f.tenant_id and a.action = f.action
           and a.new ->> 'file' = f.file_name and a.new ->> 'checksum' = encode(f.checksum, 'hex') limit 1),
       f.size, f.file_key
  from (select x.tenant_id, x.by_staff, x.purchase_order_id::text as of_object, 'purchase_order.file_attached' as action, x.file_name,
               x.checksum, x.size, x.file_key from portal.purchase_order_files x
        union all
        select x.tenant_id, x.by_staff, x.request_id::text, 'document_request.file_attached', x.file_name, x.checksum, x.size, x.file_key
          from portal.document_request_files x) f
union all
select 0, v.uploaded_by, v.size, v.file_key from portal.document_versions v
 where v.uploaded_by is not null and not exists (select from portal.document_request_files f where f.file_key = v.file_key)
on conflict do nothing;

-- Nobody finds the door shut by the upgrade: whoever uses more than half of the default gets twice what is used.
update portal.tenants t set storage_quota = 2 * u.bytes
  from (select x.tenant_id, sum(x.bytes)::bigint as bytes from portal.uploads x group by 1) u
 where u.tenant_id = t.id and u.bytes > 5000000000;
update portal.profiles p set storage_quota = 2 * u.bytes
  from (select x.user_id, sum(x.bytes)::bigint as bytes from portal.uploads x group by 1) u
 where u.user_id = p.user_id and u.bytes > 1000000000;

do $$
declare t text;
begin
  foreach t in array array['issue_files', 'issue_entries', 'conversation_files', 'conversation_messages', 'purchase_order_files',
                           'document_request_files', 'document_versions', 'audit_log', 'tenants', 'profiles'] loop
    execute format('alter table portal.%I force row level security', t);
  end loop;
end $$;
