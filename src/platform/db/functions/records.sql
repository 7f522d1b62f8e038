-- What a link of the audit chain is the hash of: the previous hash and the row, as canonical JSON.
create or replace function portal.audit_hash(link portal.audit_log) returns bytea
  language plpgsql immutable set search_path = pg_catalog, pg_temp as $$
begin
  return sha256(link.prev_hash || convert_to((jsonb_build_object(
    'tenant', link.tenant_id, 'seq', link.seq, 'at', extract(epoch from link.at), 'kind', link.actor_kind, 'actor', link.actor,
    'by_staff', link.by_staff, 'action', link.action, 'type', link.object_type, 'id', link.object_id,
    'old', link.old, 'new', link.new, 'trace', link.trace_id)
    || case when link.address is null then '{}' else jsonb_build_object('address', link.address) end)::text, 'utf8'));
end $$;

-- One link of the audit chain of a tenant (0: the installation). The row lock on the head puts the writers in line;
-- hash = sha256(previous hash || canonical JSON of the row), time by the database (A10). Whoever acts writes to the chains of
-- the tenants they act for or have just entered, and to the installation's; without a context only the sign-in service and the operator write.
create or replace function portal.append_audit(of_tenant int, act text, on_type text, on_id text, before jsonb, after jsonb, trace text,
  named_actor text default null, from_address text default null)
  returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  head portal.audit_heads%rowtype;
  link portal.audit_log%rowtype;
  kind text := auth.context_kind();
  allowed boolean := case kind
      when 'admin' then of_tenant is not null
      when 'member' then of_tenant in (0, auth.tenant()) or of_tenant = auth.entered_tenant()
      when 'staff' then of_tenant = 0 or of_tenant = any (auth.staff_tenants()) or of_tenant = auth.entered_tenant()
      when 'ingest' then of_tenant = 0 or of_tenant = auth.ingest_tenant() or (of_tenant > 0 and auth.ingests_all())
      when 'none' then of_tenant = 0
      else of_tenant is not null and named_actor is not null and not auth.is_server() end;
begin
  if not coalesce(allowed, false) then raise exception 'audit of another tenant' using errcode = '42501'; end if;
  select * into head from portal.audit_heads h where h.tenant_id = of_tenant for update;
  if not found then
    insert into portal.audit_heads as h values (of_tenant, 0, '\x') on conflict do nothing;
    select * into head from portal.audit_heads h where h.tenant_id = of_tenant for update;
  end if;
  link.tenant_id := of_tenant; link.seq := head.seq + 1; link.at := clock_timestamp();
  link.actor_kind := coalesce(kind, 'visitor'); link.actor := coalesce(auth.actor(), named_actor);
  link.by_staff := coalesce(kind in ('staff', 'admin') or (kind = 'member' and auth.is_viewing()), false);
  link.action := act; link.object_type := on_type; link.object_id := on_id; link.trace_id := trace;
  link.old := portal.sealed(link, before); link.new := portal.sealed(link, after);
  link.address := nullif(left(from_address, 100), '');
  link.prev_hash := head.hash;
  link.hash := portal.audit_hash(link);
  insert into portal.audit_log select link.*;
  update portal.audit_heads h set seq = link.seq, hash = link.hash where h.tenant_id = of_tenant;
end $$;

-- Puts an event where the streams read it (G3). A person reaches only those who see the same tenant; tenant 0 takes events
-- of nobody's tenant, for administrators, and of a person's own affairs, for that person wherever they work.
create or replace function portal.emit(of_tenant int, of_topic text, of_module text, needs text, for_user text, about text, details jsonb)
  returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  allowed boolean := case auth.context_kind()
      when 'admin' then true
      when 'member' then of_tenant = auth.tenant() or (of_tenant = 0 and for_user = auth.actor())
      when 'staff' then of_tenant = any (auth.staff_tenants()) or of_tenant = 0
      when 'none' then of_tenant = 0 and for_user = auth.actor()
      else false end;
begin
  if not coalesce(allowed, false) then
    raise exception 'event of another tenant' using errcode = '42501';
  end if;
  insert into portal.outbox (tenant_id, topic, module, permission, audience, object_id, payload)
    values (of_tenant, of_topic, of_module, needs, for_user, about, coalesce(details, '{}'));
end $$;

-- The first row of each chain that does not follow from the one before; no rows: every chain is whole.
create or replace function portal.verify_audit(out tenant_id int, out seq bigint, out problem text) returns setof record
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with linked as (
    select a.tenant_id, a.seq, a.prev_hash, a.hash, portal.audit_hash(a) as right_hash,
           lag(a.hash, 1, '\x'::bytea) over w as before, lag(a.seq, 1, 0::bigint) over w as seq_before
      from portal.audit_log a window w as (partition by a.tenant_id order by a.seq)
  ), faults as (
    select l.tenant_id, l.seq, case when l.seq <> l.seq_before + 1 then 'a row is missing before this one'
        when l.prev_hash <> l.before then 'does not follow from the row before'
        when l.hash <> l.right_hash then 'was changed' end as problem from linked l
    union all
    select h.tenant_id, h.seq, 'the end of the chain is missing' from portal.audit_heads h
     where h.seq > 0 and not exists (select from portal.audit_log a where a.tenant_id = h.tenant_id and a.seq = h.seq and a.hash = h.hash)
    union all
    select l.tenant_id, l.seq, 'stands after the end of the chain' from linked l
      left join portal.audit_heads h on h.tenant_id = l.tenant_id where l.seq > coalesce(h.seq, 0)
    union all
    select b.tenant_id, b.seq, b.problem from portal.broken_seals() b
  )
  select distinct on (f.tenant_id) f.tenant_id, f.seq, f.problem from faults f
   where f.problem is not null and (not auth.is_server() or auth.is_admin())
   order by f.tenant_id, f.seq
$$;

-- The data of these tenants has moved in this topic. Tenant 0 moves with any of them.
create or replace function portal.touch_data(of_topic text, of_tenants int[]) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan as $$
declare
  done boolean := auth.require_context('ingest', 'admin') is null; -- assigned, not performed: a query would be set up
  received timestamptz := case when auth.is_ingest() then clock_timestamp() end; -- what administrators change came earlier
begin
  if auth.is_ingest() and not auth.ingests_all() and not of_tenants <@ array[0, auth.ingest_tenant()] then
    raise exception 'data of another tenant' using errcode = '42501';
  end if;
  insert into portal.data_versions as d (tenant_id, topic, received_at)
  select distinct t, of_topic, received from unnest(of_tenants || 0) t order by 1
  on conflict (tenant_id, topic) do update set version = d.version + 1, received_at = coalesce(excluded.received_at, d.received_at);
end $$;

-- Changed values only: what the audit keeps of an update.
create or replace function portal.changed(a jsonb, b jsonb, out before jsonb, out after jsonb)
  language plpgsql immutable set search_path = pg_catalog, pg_temp as $$
begin
  select jsonb_object_agg(k, a -> k), jsonb_object_agg(k, b -> k) into before, after
    from (select jsonb_object_keys(a || b) k) keys where (a -> k) is distinct from (b -> k);
end $$;

alter function portal.append_audit(int, text, text, text, jsonb, jsonb, text, text, text) owner to portal_keeper;
alter function portal.emit(int, text, text, text, text, text, jsonb) owner to portal_keeper;
alter function portal.verify_audit() owner to portal_keeper;
alter function portal.touch_data(text, int[]) owner to portal_keeper;
grant execute on function portal.audit_hash(portal.audit_log) to portal_keeper;
grant execute on function portal.append_audit(int, text, text, text, jsonb, jsonb, text, text, text), portal.changed(jsonb, jsonb)
  to portal_member, portal_staff, portal_admin, portal_ingest;
grant execute on function portal.emit(int, text, text, text, text, text, jsonb) to portal_member, portal_staff, portal_admin;
grant execute on function portal.verify_audit() to portal_admin;
grant execute on function portal.touch_data(text, int[]) to portal_ingest, portal_admin;
grant usage on schema auth to portal_keeper;
