-- Who owns the trail may still not rewrite it by an ordinary statement (A10, D10): rights keep everybody else away, this keeps
-- whoever migrates, restores or works at the console. All power over the database can switch it off, and is found by the chain.
create function portal.refuse_audit_change() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  raise exception 'the audit trail is only ever appended to' using errcode = '42501';
end $$;
create trigger append_only before update or delete on portal.audit_log for each row execute function portal.refuse_audit_change();
create trigger append_only_whole before truncate on portal.audit_log for each statement execute function portal.refuse_audit_change();
