-- Decides what becomes of every staged row of a batch, as if they came one after the other (G1):
--   unknown_client, outside_scope  rejected: not for this key (its own and other clients' rows look alike), not in the scope
--   stale                          older than what is stored or came earlier in the batch: nothing
--   unchanged                      the same as stored, or a later row of the batch has the same key: nothing
--   seen                           the same as stored, but newer: only its time is kept
--   insert, update, move, delete   `move`: to another tenant, to or from the unassigned rows (tenant 0)
--   forgotten                      a delete of what is not there; remembered, so that an older version stays out
-- Notes in portal.ingest_plan what has to be done, and what was rejected; answers how many rows fall under each word.
create or replace function portal.plan_ingest(of_batch bigint, of_kind text, of_source smallint, scope_from date, scope_until date,
  out act text, out rows bigint) returns setof record
  language plpgsql volatile set search_path = pg_catalog, pg_temp set enable_seqscan = on as $$
declare
  k record;
  bound int := auth.ingest_tenant();
  l record; -- of a kind of lines: whose
  clients text;
begin
  -- What is looked up for each row is looked up by its key in small tables, too: a client is asked for ten thousand times.
  if current_setting('enable_nestloop')::boolean then set local enable_seqscan = off; end if;
  select * into l from portal.lines_of(of_kind) x where x.lines = of_kind;
  select * into k from portal.ingest_kind(of_kind);
  -- A client's code decides alone; only without one does an exact name stand in. Lines go where their order or
  -- invoice is, and wait while there is none. What is the manufacturer's stays without a tenant; a key that is bound to one has no
  -- say in it.
  clients := case when k.target = k.waiting then ''
    when l.kind is not null then 'left ' || portal.ingest_join('o', 'upstream_rows',
      format('o.source_id = $2 and o.kind = %L and o.key = d.%I and not o.deleted', l.kind, l.parent_key))
    else 'left ' || portal.ingest_join('c', 'upstream_clients', 'c.source_id = $2 and c.client_code = d.client_code') || '
          left ' || portal.ingest_join('n', 'upstream_client_names', 'd.client_code is null and n.client_name = d.client_name') end;
  return query execute format($sql$
    with staged as (
      select d.row_no, d.key, d.is_delete, d.content_hash, d.upstream_updated_at as at,
             coalesce(%1$s::int, 0) as to_tenant, %2$s as in_scope
        from portal.%3$I d %4$s
       where d.batch = $1
    ), known as (
      select s.*, u.tenant_id as from_tenant, u.row_id, u.content_hash as old_hash, u.upstream_updated_at as old_at,
             coalesce(u.deleted, true) as absent,
             case when $6 is not null and case when s.is_delete then u.tenant_id is distinct from $6
                                               else s.to_tenant <> $6 or u.tenant_id <> $6 and not u.deleted end then 'unknown_client'
                  when not s.is_delete and not s.in_scope then 'outside_scope' end as fault
        from staged s left %6$s
    ), timed as (
      select k.*, coalesce(k.at >= greatest(k.old_at, max(k.at) filter (where k.fault is null) over earlier), true) as fresh
        from known k
      window earlier as (partition by k.key order by k.row_no rows between unbounded preceding and 1 preceding)
    ), last as (
      select t.*, max(t.row_no) filter (where t.fault is null and t.fresh) over (partition by t.key) as last_row,
             greatest(t.old_at, max(t.at) filter (where t.fault is null and t.fresh) over (partition by t.key)) as updated_at
        from timed t
    ), judged as (
      select l.*, case
          when l.fault is not null then l.fault
          when not l.fresh then 'stale'
          when l.row_no <> l.last_row then 'unchanged'
          when l.is_delete and l.absent then 'forgotten'
          when l.is_delete then 'delete'
          when l.absent then 'insert'
          when l.from_tenant <> l.to_tenant then 'move'
          when l.old_hash <> l.content_hash then 'update'
          when l.updated_at is distinct from l.old_at then 'seen'
          else 'unchanged' end as act
        from last l
    ), noted as (
      insert into portal.ingest_plan (batch, row_no, key, act, from_tenant, to_tenant, row_id, updated_at, content_hash)
      select $1, j.row_no, j.key, j.act, j.from_tenant, j.to_tenant, coalesce(j.row_id, nextval('portal.%5$s')), j.updated_at, j.content_hash
        from judged j where j.act not in ('unchanged', 'stale')
    )
    select j.act, count(*) from judged j group by 1
  $sql$, case when k.target = k.waiting then 'null' when l.kind is not null then 'o.tenant_id' else 'case when d.client_code is null then n.tenant_id else c.tenant_id end' end,
    portal.ingest_scope(of_kind), k.staged, clients, k.ids,
    portal.ingest_join('u', 'upstream_rows', 'u.source_id = $2 and u.kind = $3 and u.key = s.key'))
    using of_batch, of_source, of_kind, scope_from, scope_until, bound;
end $$;

-- Replacing: notes as deletions the stored rows of the scope that the batch does not have, of the key's own tenant where it is
-- bound to one. A row of the batch that was rejected stays as it is stored. Answers how many of how many would go. All of the scope
-- is held against all of the batch at once, whatever the planner believes of their sizes.
create or replace function portal.plan_replacement(of_batch bigint, of_kind text, of_source smallint, scope_from date, scope_until date,
  out stored bigint, out going bigint)
  language plpgsql volatile set search_path = pg_catalog, pg_temp set enable_nestloop = off as $$
declare
  k record;
  bound int := auth.ingest_tenant();
begin
  select * into k from portal.ingest_kind(of_kind);
  execute format($sql$
    with held (tenant_id, id, key) as (
      %5$s
      select 0, d.id, d.%1$I as key from portal.%2$I d where d.source_id = $2 and $6 is null and %3$s
    ), gone as (
      insert into portal.ingest_plan (batch, key, act, from_tenant, row_id)
      select $1, h.key, 'delete', h.tenant_id, h.id from held h
       where not exists (select from portal.%4$I s where s.batch = $1 and s.key = h.key collate "C")
         and not exists (select from portal.ingest_plan p where p.batch = $1 and p.act = 'unread' and p.key = h.key collate "C")
      returning 1
    )
    select (select count(*) from held), (select count(*) from gone)
  $sql$, k.key_column, k.waiting, portal.ingest_scope(of_kind), k.staged,
    case when k.target <> k.waiting then format('select d.tenant_id, d.id, d.%I as key from portal.%I d
      where d.source_id = $2 and ($6 is null or d.tenant_id = $6) and %s union all', k.key_column, k.target, portal.ingest_scope(of_kind)) end)
    into stored, going using of_batch, of_source, of_kind, scope_from, scope_until, bound;
end $$;

grant execute on function portal.plan_ingest(bigint, text, smallint, date, date),
  portal.plan_replacement(bigint, text, smallint, date, date) to portal_ingest;
