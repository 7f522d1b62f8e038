-- Who owns the trail may still not rewrite it by an ordinary statement (A10, D10): rights keep everybody else away, this keeps
-- whoever migrates, restores or works at the console. All power over the database can switch it off, and is found by the chain.
create or replace function portal.refuse_audit_change() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  raise exception 'the audit trail is only ever appended to' using errcode = '42501';
end $$;

-- Erased, or not changed at all.
create or replace function portal.refuse_sealed_change() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'UPDATE' and (new = old or new.value is null and (new.digest, new.tenant_id, new.seq) = (old.digest, old.tenant_id, old.seq)) then
    return new;
  end if;
  raise exception 'what the audit trail says is erased, or not changed at all' using errcode = '42501';
end $$;
