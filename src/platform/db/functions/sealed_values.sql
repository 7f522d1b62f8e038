-- Values that say who somebody is, whatever they did: an address of mail, a name, a telephone number. Free text is not among
-- them: what somebody wrote as a reason stays as it was written.
create or replace function portal.says_who(act text, field text) returns boolean
  language sql immutable set search_path = pg_catalog, pg_temp as $$
  select act = 'profile.changed' or field in ('email', 'invited') or (act like 'second\_factor.%' and field in ('name', 'number'))
$$;

-- One value put beside the trail; what stands in the row for it. The salt keeps the digest from being guessed.
create or replace function portal.seal_value(link portal.audit_log, said jsonb) returns jsonb
  language plpgsql volatile set search_path = pg_catalog, pg_temp as $$
declare
  salt bytea := uuid_send(gen_random_uuid());
  digest bytea := sha256(salt || convert_to(said::text, 'utf8'));
begin
  if jsonb_typeof(said) = 'null' then return said; end if;
  insert into portal.audit_sealed values (digest, link.tenant_id, link.seq,
    array_remove(array[case when link.object_type in ('user', 'profile', 'member') then link.object_id end,
                       case when said #>> '{}' like '%@%' then lower(said #>> '{}') end], null), salt, said);
  return jsonb_build_object('sealed', encode(digest, 'hex'));
end $$;

-- The fields of a row with what says who somebody is replaced by its seal, a list one by one: each may be erased by itself.
create or replace function portal.sealed(link portal.audit_log, part jsonb) returns jsonb
  language plpgsql volatile set search_path = pg_catalog, pg_temp as $$
declare field record;
begin
  if jsonb_typeof(part) is distinct from 'object' then return part; end if;
  for field in select e.key, e.value from jsonb_each(part) e where portal.says_who(link.action, e.key) loop
    part := jsonb_set(part, array[field.key], case when jsonb_typeof(field.value) = 'array'
      then coalesce((select jsonb_agg(portal.seal_value(link, x) order by n) from jsonb_array_elements(field.value) with ordinality l (x, n)), '[]')
      else portal.seal_value(link, field.value) end);
  end loop;
  return part;
end $$;

-- The same fields as they were said, as far as the asker may read them and they were not erased.
create or replace function portal.unsealed(of_tenant int, of_seq bigint, part jsonb) returns jsonb
  language plpgsql stable set search_path = pg_catalog, pg_temp as $$
declare seal record;
begin
  if position('{"sealed": "' in part::text) = 0 then return part; end if;
  for seal in select encode(s.digest, 'hex') as name, s.value from portal.audit_sealed s where s.tenant_id = of_tenant and s.seq = of_seq loop
    part := replace(part::text, format('{"sealed": "%s"}', seal.name), coalesce(seal.value::text, '{"erased": true}'))::jsonb;
  end loop;
  return part;
end $$;

-- Seals that do not hold: their value is another, or gone without having been erased.
create or replace function portal.broken_seals(out tenant_id int, out seq bigint, out problem text) returns setof record
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select s.tenant_id, s.seq, 'says another thing of a person than it did' from portal.audit_sealed s
   where s.value is not null and sha256(s.salt || convert_to(s.value::text, 'utf8')) <> s.digest
  union all
  select a.tenant_id, a.seq, 'what it said of a person is missing'
    from portal.audit_log a cross join lateral (select a.old union all select a.new) p (part) cross join lateral jsonb_each(p.part) e
    cross join lateral regexp_matches(e.value::text, '\{"sealed": "([0-9a-f]{64})"\}', 'g') named
   where position('{"sealed": "' in p.part::text) > 0 and jsonb_typeof(p.part) = 'object' and portal.says_who(a.action, e.key)
     and not exists (select from portal.audit_sealed s where (s.tenant_id, s.seq, s.digest) = (a.tenant_id, a.seq, decode(named[1], 'hex')))
$$;

grant execute on function portal.says_who(text, text), portal.seal_value(portal.audit_log, jsonb), portal.sealed(portal.audit_log, jsonb),
  portal.broken_seals() to portal_keeper;
grant execute on function portal.unsealed(int, bigint, jsonb) to portal_admin, portal_member, portal_keeper;

-- Every address that the trail knows somebody by: they may have had others.
create or replace function portal.addresses_said_of(of_user text) returns text[]
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select array(select distinct unnest(s.about) from portal.audit_sealed s where s.about @> array[of_user]
                except select of_user)
$$;

-- The chain keeps its digests, which say nothing without the salt.
create or replace function portal.erase_values_of(named text[]) returns int
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare erased int;
begin
  update portal.audit_sealed s set value = null, salt = null, about = '{}' where s.about && named;
  get diagnostics erased = row_count;
  return erased;
end $$;
-- How many of them there still are.
create or replace function portal.values_of(named text[]) returns bigint
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select count(*) from portal.audit_sealed s where s.about && named and s.value is not null
$$;
-- An account that is gone is known by its former addresses alone: its id, and with it the others.
create or replace function portal.people_said_with(named text[]) returns text[]
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with ids as (select distinct x.id from portal.audit_sealed s cross join lateral unnest(s.about) x (id) where s.about && named and x.id not like '%@%')
  select coalesce(array_agg(distinct y.word), '{}') from portal.audit_sealed s join ids on s.about @> array[ids.id] cross join lateral unnest(s.about) y (word)
$$;
alter function portal.values_of(text[]) owner to portal_keeper;
alter function portal.people_said_with(text[]) owner to portal_keeper;
grant execute on function portal.values_of(text[]), portal.people_said_with(text[]) to portal_owner;
alter function portal.addresses_said_of(text) owner to portal_keeper;
alter function portal.erase_values_of(text[]) owner to portal_keeper;
grant execute on function portal.addresses_said_of(text), portal.erase_values_of(text[]) to portal_owner;
