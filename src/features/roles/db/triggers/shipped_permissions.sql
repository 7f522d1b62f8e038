create or replace trigger keep_shipped before insert or update on portal.roles for each row execute function portal.keep_shipped();
