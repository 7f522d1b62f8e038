-- The trail is read: the newest rows of all chains first. Rows come in this order, so the index grows at its end alone.
create index audit_log_time on portal.audit_log (at, tenant_id, seq);
create index audit_log_object on portal.audit_log (object_id, at) where object_id is not null;
create index audit_log_actor on portal.audit_log (actor, at);

-- A tenant's administrators read their tenant's part.
update portal.roles set permissions = permissions || '{audit.read}' where key = 'tenant_admin';
