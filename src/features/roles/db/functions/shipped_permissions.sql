-- What a migration gives a role, or takes, is part of what the portal came with; what administrators change is not.
create or replace function portal.keep_shipped() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if not auth.is_server() then
    if tg_op = 'INSERT' then
      new.shipped := new.permissions;
    elsif old.shipped is not null and new.permissions <> old.permissions then
      new.shipped := array(select p from unnest(old.shipped) p where p = any (new.permissions) or p <> all (old.permissions))
        || array(select p from unnest(new.permissions) p where p <> all (old.permissions) and p <> all (old.shipped));
    end if;
  end if;
  return new;
end $$;
