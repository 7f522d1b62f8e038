-- Decides what becomes of every staged row of a batch, as if each had come in a batch of its own (G1, J1). Rows of one key that
-- all have an `Updated At` follow it; otherwise they follow each other. What follows a deletion is another version; between
-- two of them, rows of one time, or in no order of time, are one version, and must say the same:
--   unknown_client, outside_scope  rejected: not for this key (its own and other clients' rows look alike), not in the scope
--   moved_with_history             rejected unless confirmed: another company's, while more than the row stands under its own
--   amount_precision, ambiguous_lot  rejected before (portal.refuse_lost_digits, portal.tie_lots)
--   duplicate_key                  rejected: one version with different contents, unless the last of them wins (`keeps_last`)
--   repeated                       the same version again, or overtaken by the last one: nothing
--   stale                          older than what is stored or came earlier in the batch: nothing
--   unchanged                      the same as stored: nothing
--   seen                           the same as stored, but newer: only its time is kept
--   insert, update, move, delete   `move`: to another tenant, to or from the unassigned rows (tenant 0)
--   forgotten                      a delete of what is not there; remembered, so that an older version stays out
-- Notes in portal.ingest_plan what has to be done, version by version, and what was rejected. Answers how many rows fall under
-- each word, by the currency of those that stand after the batch as they were sent, with the sums of these (thousandths and cents) and
-- the unit of their quantities ('': several); and of how many, and from which row on, other content came for the stored `Updated At`.
create or replace function portal.plan_ingest(of_batch bigint, of_kind text, of_source smallint, scope_from date, scope_until date,
  keeps_last boolean, confirmed boolean,
  out act text, out stands boolean, out currency text, out rows bigint, out quantity numeric, out amount numeric, out unit text,
  out same_time bigint, out first_same_time int) returns setof record
  language plpgsql volatile set search_path = pg_catalog, pg_temp set enable_seqscan = on as $$
declare
  k record;
  bound int := auth.ingest_tenant();
  l record; -- of a kind of lines: whose
  sums record;
  clients text;
begin
  -- What is looked up for each row is looked up by its key in small tables, too: a client is asked for ten thousand times.
  if current_setting('enable_nestloop')::boolean then set local enable_seqscan = off; end if;
  select * into l from portal.lines_of(of_kind) x where x.lines = of_kind;
  select * into k from portal.ingest_kind(of_kind);
  select * into sums from portal.ingest_sums(of_kind);
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
      select d.row_no, d.line, d.key, d.is_delete, d.content_hash, d.upstream_updated_at as at,
             coalesce(%1$s::int, 0) as to_tenant, %2$s as in_scope,
             %7$s as currency, (%8$s)::numeric as quantity, (%9$s)::numeric as amount, %10$s as unit,
             count(*) over k as n, count(d.upstream_updated_at) over k as timed
        from portal.%3$I d %4$s
       where d.batch = $1
      window k as (partition by d.key)
    ), known as (
      select s.*, case when s.n = s.timed then s.at end as turn,
             u.tenant_id as home, u.row_id, u.content_hash as old_hash, u.upstream_updated_at as old_at, coalesce(u.deleted, true) as absent
        from staged s left %6$s
    ), received as (
      select k.*, case
          when $6 is not null and case when k.is_delete then k.home is distinct from $6
                                       else k.to_tenant <> $6 or k.home <> $6 and not k.absent end then 'unknown_client'
          when not k.is_delete and not k.in_scope then 'outside_scope'
          when %11$s then 'moved_with_history' end as fault
        from known k
    ), lone as (
      select r.*, 1::bigint as version, greatest(r.old_at, r.at) as updated_at, coalesce(r.row_id, nextval('portal.%5$s')) as id,
             r.home as from_tenant, case
               when r.fault is not null then r.fault
               when r.at < r.old_at then 'stale'
               when r.is_delete and r.absent then 'forgotten'
               when r.is_delete then 'delete'
               when r.absent then 'insert'
               when r.home <> r.to_tenant then 'move'
               when r.old_hash <> r.content_hash then 'update'
               when greatest(r.old_at, r.at) is distinct from r.old_at then 'seen'
               else 'unchanged' end as act
        from received r where r.n = 1
    -- Keys that came more than once. A deletion is also the key's own when its row came before it, and frees the row of its history.
    ), faulted as (
      select r.*, case
          when r.fault = 'unknown_client' and r.is_delete and bool_or(r.fault is null and not r.is_delete) over earlier then null
          when r.fault = 'moved_with_history' and bool_or(r.fault is null and r.is_delete) over earlier then null
          else r.fault end as wrong
        from received r where r.n > 1
      window earlier as (partition by r.key order by r.turn, r.row_no rows between unbounded preceding and 1 preceding)
    ), timed as (
      select f.*, f.wrong is null and coalesce(f.at >= greatest(f.old_at, max(f.at) filter (where f.wrong is null) over earlier), true) as live
        from faulted f
      window earlier as (partition by f.key order by f.turn, f.row_no rows between unbounded preceding and 1 preceding)
    ), parted as (
      select t.*, count(*) filter (where t.live and t.is_delete) over (partition by t.key order by t.turn, t.row_no) as part from timed t
    ), grouped as (
      select p.*, first_value(p.content_hash) over (g order by p.row_no) as first_hash, max(p.row_no) over g as last_row
        from parted p
      window g as (partition by p.key, p.turn, p.part, p.is_delete, p.live)
    ), settled as (
      select g.*, case
          when g.wrong is not null then g.wrong
          when not g.live then 'stale'
          when not $8 and bool_or(g.content_hash <> g.first_hash) over (partition by g.key, g.turn, g.part, g.is_delete, g.live) then 'duplicate_key'
          when g.row_no <> g.last_row then 'repeated' end as settled
        from grouped g
    ), newest as (
      select s.*, greatest(s.old_at, max(s.at) filter (where s.settled is null or s.settled = 'repeated') over (partition by s.key order by s.turn, s.row_no))
             as updated_at, coalesce(s.row_id, nextval('portal.%5$s')) as id_if_first
        from settled s
    ), versions as (
      select n.*, row_number() over v as version, lag(n.is_delete) over v as gone, lag(n.turn) over v as turn_before,
             lag(n.to_tenant) over v as tenant_before, lag(n.content_hash) over v as hash_before, lag(n.updated_at) over v as time_before,
             lead(n.row_no) over v is null as last, first_value(n.id_if_first) over v as id
        from newest n where n.settled is null
      window v as (partition by n.key order by n.turn, n.row_no)
    ), before as (
      select v.*, coalesce(v.gone, v.absent) as was_absent,
             case when v.version = 1 then v.home when v.gone then coalesce(v.home, 0) else v.tenant_before end as from_tenant
        from versions v
    ), judged as (
      select l.row_no, l.line, l.key, l.act, l.from_tenant, l.to_tenant, l.id, l.updated_at, l.content_hash, l.version,
             not l.is_delete and l.act in ('insert', 'update', 'move', 'seen', 'unchanged') as stands,
             l.act in ('insert', 'update', 'move') and l.at = l.old_at as same_time, l.currency, l.quantity, l.amount, l.unit
        from lone l
      union all
      select n.row_no, n.line, n.key, n.settled, n.home, n.to_tenant, n.row_id, n.updated_at, n.content_hash, 1, false, false, null, null, null, null
        from newest n where n.settled is not null
      union all
      select b.row_no, b.line, b.key, case
               when b.is_delete and b.gone and b.turn_before is not distinct from b.turn
                 and b.time_before is not distinct from b.updated_at then 'repeated'
               when b.is_delete and b.was_absent then 'forgotten'
               when b.is_delete then 'delete'
               when b.was_absent then 'insert'
               when b.from_tenant <> b.to_tenant then 'move'
               when coalesce(b.hash_before, b.old_hash) <> b.content_hash then 'update'
               when b.updated_at is distinct from case when b.version = 1 then b.old_at else b.time_before end then 'seen'
               else 'unchanged' end,
             b.from_tenant, b.to_tenant, b.id, b.updated_at, b.content_hash, b.version, not b.is_delete and b.last,
             b.version = 1 and not b.is_delete and b.at = b.old_at
               and (b.was_absent or b.from_tenant <> b.to_tenant or b.old_hash <> b.content_hash), b.currency, b.quantity, b.amount, b.unit
        from before b
    ), noted as (
      insert into portal.ingest_plan (batch, row_no, line, key, act, from_tenant, to_tenant, row_id, updated_at, content_hash, version, currency)
      select $1, j.row_no, j.line, j.key, j.act, j.from_tenant, j.to_tenant, j.id, j.updated_at, j.content_hash, j.version, j.currency
        from judged j where j.act not in ('unchanged', 'repeated', 'stale')
    )
    select x.act, x.stands, %12$s, sum(x.n)::bigint,
           sum(x.quantity), %13$s,
           case when sum(x.units) = 0 then null when min(x.unit) = max(x.last_unit) and sum(x.units) = sum(x.n) then min(x.unit) else '' end,
           sum(x.same_time)::bigint, min(x.first_same_time)
      from (select j.act, j.stands, case when j.stands then j.currency end as currency,
                   case when j.stands and j.currency is null then j.to_tenant end as payer, count(*) as n, sum(j.quantity) as quantity,
                   sum(round(j.amount)) as amount, sum(round(j.amount / 100)) * 100 as whole_amount, min(j.unit) as unit, max(j.unit) as last_unit, count(j.unit) as units,
                   count(*) filter (where j.same_time) as same_time, min(j.row_no) filter (where j.same_time) as first_same_time
              from judged j group by 1, 2, 3, 4) x
      left join portal.tenants t on t.id = x.payer
     group by 1, 2, 3
  $sql$, case when k.target = k.waiting then 'null' when l.kind is not null then 'o.tenant_id' else 'case when d.client_code is null then n.tenant_id else c.tenant_id end' end,
    portal.ingest_scope(of_kind), k.staged, clients, k.ids,
    portal.ingest_join('u', 'upstream_rows', 'u.source_id = $2 and u.kind = $3 and u.key = s.key'),
    case when of_kind = 'payments' then 'coalesce(d.currency, (select v.currency from portal.invoices v where v.source_id = $2 and v.source_key = d.invoice_no
        and v.tenant_id = case when d.client_code is null then n.tenant_id else c.tenant_id end))'
      when k.own_currency then 'd.currency' else 'null::char(3)' end, coalesce(sums.quantity, 'null'), coalesce(sums.amount, 'null'),
    coalesce(sums.unit, 'null::text'),
    case when of_kind in ('orders', 'invoices')
      then 'not $7 and not k.is_delete and not k.absent and k.home > 0 and k.home <> k.to_tenant and portal.has_history($3, k.home, $2, k.key, k.row_id)'
      else 'false' end,
    case when k.own_currency then 'case when x.stands then coalesce(x.currency, t.currency, (select i.currency from portal.installation i))::text end'
      else 'null::text' end,
    -- Added up as they land, each rounded.
    case when k.own_currency and sums.amount is not null
      then 'sum(case when portal.has_no_minor_unit(coalesce(x.currency, t.currency, (select i.currency from portal.installation i))) then x.whole_amount else x.amount end)'
      else 'sum(x.amount)' end)
    using of_batch, of_source, of_kind, scope_from, scope_until, bound, confirmed, keeps_last;
end $$;

-- Replacing: notes as deletions the stored rows of the scope that the batch does not have, of the key's own tenant where it is
-- bound to one. A row of the batch that was rejected stays as it is stored; what goes already is not noted twice. Answers how many of how many would go. All of the scope
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
      %s
    ), gone as (
      insert into portal.ingest_plan (batch, key, act, from_tenant, row_id)
      select $1, h.key, 'delete', h.tenant_id, h.id from held h
       where not exists (select from portal.%I s where s.batch = $1 and s.key = h.key collate "C")
         and not exists (select from portal.ingest_plan p where p.batch = $1 and p.act in ('unread', 'delete') and p.key = h.key collate "C")
      returning 1
    )
    select (select count(*) from held), (select count(*) from gone)
  $sql$,
    concat_ws(' union all ', case when k.target is distinct from k.waiting then format('select greatest(d.tenant_id, 0), d.id, d.%I as key from portal.%I d
      where d.source_id = $2 and ($6 is null or d.tenant_id = $6) and %s', k.key_column, k.target, portal.ingest_scope(of_kind)) end,
      case when k.waiting is not null then format('select 0, d.id, d.%I as key from portal.%I d
        where d.source_id = $2 and $6 is null and %s', k.key_column, k.waiting, portal.ingest_scope(of_kind)) end),
    k.staged)
    into stored, going using of_batch, of_source, of_kind, scope_from, scope_until, bound;
end $$;

grant execute on function portal.plan_ingest(bigint, text, smallint, date, date, boolean, boolean),
  portal.plan_replacement(bigint, text, smallint, date, date) to portal_ingest;
