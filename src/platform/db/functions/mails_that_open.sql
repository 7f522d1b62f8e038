-- Whether a mail opens something: such a one is sent again only while its secret is there.
create or replace function auth.note_what_opens() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  new.opens := new.secret is not null;
  return new;
end $$;
