create or replace trigger note_what_opens before insert on auth.mails for each row execute function auth.note_what_opens();
