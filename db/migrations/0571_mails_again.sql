-- Whether a mail opens something: such a one is sent again only while its secret is there. Of those that did not leave before
-- this, the secret is gone already.
alter table auth.mails add column opens boolean not null default false;
update auth.mails set opens = true where secret is not null or state in ('failed', 'unsure');
create function auth.note_what_opens() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  new.opens := new.secret is not null;
  return new;
end $$;
create trigger note_what_opens before insert on auth.mails for each row execute function auth.note_what_opens();
-- Its answer has a column more.
drop function if exists portal.list_mails(text, text);
