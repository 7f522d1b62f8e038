create or replace trigger tokens_end_soon after insert or delete or update of role on portal.members
  for each row execute function auth.end_tokens_soon();
create or replace trigger tokens_end_soon after insert or delete or update on portal.staff
  for each row execute function auth.end_tokens_soon();
create or replace trigger tokens_end_soon after insert or delete on portal.staff_tenants
  for each row execute function auth.end_tokens_soon();
create or replace trigger tokens_end_soon after update of global_admin on portal.profiles
  for each row when (old.global_admin is distinct from new.global_admin) execute function auth.end_tokens_soon();
