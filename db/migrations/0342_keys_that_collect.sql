-- Purchase orders are collected with a key that may: sending rows is another thing. A key has one of these, or both of the first.
-- What is there stays as it was used: a key that has acknowledged purchase orders goes on sending and collecting; one that never
-- did sends alone from now on, and is answered 403 key_scope at the feed until an administrator issues one that collects.
alter table auth.ingest_keys drop constraint ingest_keys_scope_check;
alter table portal.audit_log no force row level security;
update auth.ingest_keys k set scope = 'ingest collect'
 where k.scope = 'ingest' and exists (select from portal.audit_log a
   where a.action = 'purchase_orders.collected' and a.actor_kind = 'ingest' and a.actor = k.id::text);
alter table portal.audit_log force row level security;
alter table auth.ingest_keys add constraint ingest_keys_scope_check check (scope in ('ingest', 'collect', 'ingest collect', 'read'));
