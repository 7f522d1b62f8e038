-- Administrators edit roles (A7). `shipped`: the set that the portal came with, to go back to; null for a role of their own.
-- `named`: it has a name of the administrators' own, which is shown as it is in every language.
alter table portal.roles add column shipped text[], add column named boolean not null default false;
update portal.roles set shipped = permissions;

-- What a later migration gives a role, or takes, is part of what the portal came with; what administrators change is not.
create function portal.keep_shipped() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if session_user <> 'portal_app' then
    if tg_op = 'INSERT' then
      new.shipped := new.permissions;
    elsif old.shipped is not null and new.permissions <> old.permissions then
      new.shipped := array(select p from unnest(old.shipped) p where p = any (new.permissions) or p <> all (old.permissions))
        || array(select p from unnest(new.permissions) p where p <> all (old.permissions) and p <> all (old.shipped));
    end if;
  end if;
  return new;
end $$;
create trigger keep_shipped before insert or update on portal.roles for each row execute function portal.keep_shipped();
