-- Tells that a batch came, and that the data of these tenants moved: versions, and one event each for the streams,
-- administrators (tenant 0) included. Ids and versions only (G3); that of a feed is the time of its batch in milliseconds.
-- Customers have no screen yet, so nobody is told of their rows.
create or replace function portal.announce_ingest(of_batch bigint, of_kind text, of_tenants int[]) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  k record := portal.ingest_kind(of_kind);
  of_topic text := k.topic;
  seen boolean := of_topic <> 'customers';
  now_ timestamptz := date_trunc('milliseconds', clock_timestamp());
begin
  if not (auth.ingests_all() or auth.is_ingest() and of_tenants <@ array[auth.ingest_tenant(), 0]) then
    raise exception 'event of another tenant' using errcode = '42501';
  end if;
  insert into portal.feeds as f (kind, last_batch_at) values (of_kind, now_)
    on conflict (kind) do update set last_batch_at = excluded.last_batch_at;
  insert into portal.outbox (tenant_id, topic, module, permission, object_id, payload, created_at)
    values (0, 'feeds', case when seen then k.module end, case when seen then of_topic || '.read' else 'ingestion.read' end, of_kind,
      jsonb_build_object('version', (extract(epoch from now_) * 1000)::bigint), now_);
  if cardinality(of_tenants) = 0 then return; end if;
  -- What is the manufacturer's moved for those who have access to any of it.
  if k.target = k.waiting then
    of_tenants := array(select t.id from portal.tenants t where case of_topic
      when 'products' then exists (select from portal.product_access a where a.tenant_id = t.id)
      when 'lots' then exists (select from portal.lot_access a where a.tenant_id = t.id) end);
  end if;
  perform portal.touch_data(of_topic, of_tenants);
  insert into portal.outbox (tenant_id, topic, module, permission, payload, created_at)
  select v.tenant_id, v.topic, k.module, v.topic || '.read', jsonb_build_object('version', v.version, 'batch', of_batch), clock_timestamp()
    from portal.data_versions v
   where v.topic = of_topic and v.topic <> 'customers' and v.tenant_id = any (of_tenants || 0)
   order by v.tenant_id;
end $$;
alter function portal.announce_ingest(bigint, text, int[]) owner to portal_keeper;

-- Tells administrators that a batch was refused as a whole: the list of batches has it, no data moved.
create or replace function portal.announce_refusal() returns trigger
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into portal.outbox (tenant_id, topic, payload, created_at)
    values (0, 'refused_batches', jsonb_build_object('version', new.id), clock_timestamp());
  return null;
end $$;
alter function portal.announce_refusal() owner to portal_keeper;
grant execute on function portal.announce_ingest(bigint, text, int[]) to portal_ingest;
grant usage on sequence portal.ingest_batches_id_seq to portal_ingest;
