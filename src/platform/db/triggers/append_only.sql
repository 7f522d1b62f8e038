create or replace trigger append_only before update or delete on portal.audit_log for each row execute function portal.refuse_audit_change();
create or replace trigger append_only_whole before truncate on portal.audit_log for each statement execute function portal.refuse_audit_change();
create or replace trigger erased_only before update or delete on portal.audit_sealed for each row execute function portal.refuse_sealed_change();
create or replace trigger erased_only_whole before truncate on portal.audit_sealed
  for each statement execute function portal.refuse_sealed_change();
