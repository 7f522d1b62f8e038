-- The function that erases a person acts as the owner, and finds their name in every table that may have it.
do $$
declare t text;
begin
  for t in select distinct x.of_table from portal.names_of_people() x union select distinct y.of_table from portal.columns_to_look_at() y order by 1 loop
    execute format('drop policy if exists erasure on portal.%I', t);
    if (select c.relrowsecurity from pg_class c where c.oid = format('portal.%I', t)::regclass)
       and not exists (select from pg_policies p where p.schemaname = 'portal' and p.tablename = t and 'portal_owner' = any (p.roles) and p.cmd = 'ALL') then
      execute format('create policy erasure on portal.%I to portal_owner using (true) with check (true)', t);
    end if;
  end loop;
end $$;
