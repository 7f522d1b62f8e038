-- What the audit trail says of a person, beside the trail: a row of the chain holds the salted digest of such a value, so that the
-- value can be erased and the chain stays whole (A10, D10). Rows from before keep what they have.
create table portal.audit_sealed (
  digest bytea not null check (length(digest) = 32),
  tenant_id int not null,
  seq bigint not null,
  -- Whom it names: the id of an account, an e-mail. Empty once erased.
  about text[] not null,
  salt bytea,
  value jsonb,
  primary key (tenant_id, seq, digest),
  check ((salt is null) = (value is null) and (value is not null or about = '{}'))
);
create index audit_sealed_about on portal.audit_sealed using gin (about);

-- Erased, or not changed at all.
create function portal.refuse_sealed_change() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'UPDATE' and (new = old or new.value is null and (new.digest, new.tenant_id, new.seq) = (old.digest, old.tenant_id, old.seq)) then
    return new;
  end if;
  raise exception 'what the audit trail says is erased, or not changed at all' using errcode = '42501';
end $$;
create trigger erased_only before update or delete on portal.audit_sealed for each row execute function portal.refuse_sealed_change();
create trigger erased_only_whole before truncate on portal.audit_sealed for each statement execute function portal.refuse_sealed_change();
