-- Carries whole rows between a table (alias d) and its unassigned twin, with everything that they hold. `which` is what follows
-- the plan p: what it is joined with, and the condition over d and p, of the batch ($1), source ($2) and version ($3). Triggers that
-- tell what is new see by portal.carries that nothing is. An unassigned row that is
-- looked up is found by `d.id = any (array[p.row_id])`, which cannot become a join: those tables are empty most of the time, and
-- where the planner believes it, it begins with what they hold and compares each row of it with all of the plan.
-- A row without a currency of its own takes that of where it goes: the company's, or while it waits the installation's.
create or replace function portal.carry_ingested(target text, homewards boolean, which text, of_batch bigint, of_source smallint,
  of_version int default 1) returns void language plpgsql volatile set search_path = pg_catalog, pg_temp set enable_seqscan = on as $$
declare
  twin text := 'unassigned_' || target;
  held text := (select string_agg(a.attname, ', ' order by a.attnum) from pg_attribute a
                 where a.attrelid = ('portal.' || target)::regclass and a.attnum > 0 and not a.attisdropped
                   and a.attgenerated = '' and a.attname <> 'tenant_id' and a.attname in (select w.attname from pg_attribute w -- what waits has no version of its own
                     where w.attrelid = ('portal.' || twin)::regclass and w.attnum > 0 and not w.attisdropped));
  there text; -- the currency of where it goes
  taken text; -- the columns with it
begin
  if current_setting('enable_nestloop')::boolean then set local enable_seqscan = off; end if; -- as in portal.apply_ingest
  set local portal.carries = 'on';
  if held ~ '\mcurrency_given\M' then
    there := case when homewards then '(select t.currency from portal.tenants t where t.id = carried_to)'
                  else '(select i.currency from portal.installation i)' end;
    taken := regexp_replace(held, '\m(\w+_cents)\M', 'case when currency_given is false then portal.round_cents(\1, '
      || there || ') else \1 end', 'g');
    taken := regexp_replace(taken, '\mtaxes\M', 'case when currency_given is false then portal.round_taxes(taxes, ' || there || ') else taxes end');
    taken := regexp_replace(taken, ' currency,', ' case when currency_given is false then ' || there || ' else currency end,');
  end if;
  -- A line is in its invoice's currency.
  if target = 'invoice_lines' and homewards then
    taken := regexp_replace(held, '\mamount_cents\M', 'portal.round_cents(amount_cents, coalesce(parent_currency,
      (select t.currency from portal.tenants t where t.id = carried_to), (select i.currency from portal.installation i)))');
  end if;
  execute format('with gone as (
      delete from portal.%I d using portal.ingest_plan p %s
      returning p.to_tenant as carried_to, p.currency as parent_currency, d.*)
    insert into portal.%I (%s %5$s) select %6$s %7$s from gone',
    case when homewards then twin else target end, which, case when homewards then target else twin end,
    case when homewards then 'tenant_id,' end, held, case when homewards then 'carried_to,' end, coalesce(taken, held))
    using of_batch, of_source, of_version;
  set local portal.carries = 'off';
end $$;

-- Lines are where their order, invoice or shipment is, and events where their shipment is: those that waited for it come, those of
-- a deleted one wait again, and all move with it. Each is looked up, also those of a large batch: which rows of the register are a
-- shipment's is asked for each, and without loops that would read all of it every time. As the keeper, because a key that is bound to a tenant sees no waiting lines; it
-- gets none that were another tenant's before.
create or replace function portal.carry_lines(of_batch bigint, of_kind text, of_source smallint, of_version int default 1) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp set enable_nestloop = on set enable_seqscan = off as $$
declare
  k record;
  bound int := auth.ingest_tenant();
  of_parent text;
  waiting text;
  leaves boolean;
  waits boolean;
begin
  perform auth.require_context('ingest', 'admin');
  leaves := exists (select from portal.ingest_plan p where p.batch = of_batch and p.version = of_version and p.act in ('delete', 'move'));
  for k in select * from portal.lines_of(of_kind) x where x.kind = of_kind loop
    -- `(select $2)` and the like: the planner takes what is usual of a source or kind, not that it holds nothing because it was
    -- not there when the table was last looked at. Then each row would be compared with all.
    of_parent := format('d.source_id = (select $2) and d.%I = p.key', k.parent_key);
    -- Those that wait are looked up by the row that they wait for: the planner may think that there are none of either.
    waiting := portal.ingest_join('w', 'unassigned_' || k.target, format('w.source_id = (select $2) and w.%I = p.key', k.parent_key))
      || ' where p.batch = $1 and p.version = $3 and p.act in (''insert'', ''move'') and p.to_tenant > 0';
    execute format('select exists (select from portal.ingest_plan p %s)', waiting)
       into waits using of_batch, of_source, of_version;
    continue when not (leaves or waits); -- new ones of which no line came before
    perform portal.carry_ingested(k.target, false, 'where p.batch = $1 and p.version = $3 and ' || of_parent || ' and d.tenant_id = p.from_tenant
      and (p.act = ''delete'' or p.act = ''move'' and p.to_tenant = 0)', of_batch, of_source, of_version);
    perform portal.carry_ingested(k.target, true, waiting || ' and d.id = any (array[w.id])'
      || case when bound is null then '' else format(' and not exists (select from portal.upstream_rows u where u.source_id = $2 and u.kind = %L
        and u.key = d.source_key and u.last_tenant_id <> %s)', k.lines, bound) end, of_batch, of_source, of_version);
    execute format('update portal.%I d set tenant_id = p.to_tenant from portal.ingest_plan p
     where p.batch = $1 and p.version = $3 and p.act = ''move'' and p.to_tenant > 0 and p.from_tenant > 0 and d.tenant_id = p.from_tenant and %s',
      k.target, of_parent) using of_batch, of_source, of_version;
    execute format('update portal.upstream_rows u set tenant_id = l.tenant_id, last_tenant_id = coalesce(nullif(u.tenant_id, 0), u.last_tenant_id)
      from (select p.key, case p.act when ''delete'' then 0 else p.to_tenant end as home
              from portal.ingest_plan p where p.batch = $1 and p.version = $3 and p.act in (''insert'', ''move'', ''delete'') offset 0) p
      cross join lateral (
        select d.tenant_id, d.source_key from portal.%1$I d where d.tenant_id = p.home and d.source_id = $2 and d.%2$I = p.key
        union all
        select 0, w.source_key from portal.unassigned_%1$s w where p.home = 0 and w.source_id = $2 and w.%2$I = p.key) l
     where u.source_id = (select $2) and u.kind = (select %3$L) and u.key = l.source_key and u.tenant_id <> l.tenant_id',
      k.target, k.parent_key, k.lines)
      using of_batch, of_source, of_version;
  end loop;
end $$;

-- The register of upstream rows after a version of the batch.
create or replace function portal.register_ingested(of_batch bigint, of_kind text, of_source smallint, of_version int) returns void
  language plpgsql volatile set search_path = pg_catalog, pg_temp as $$
declare has record;
begin
  -- Each statement is planned anew, so only those are executed that find something to do.
  select bool_or(p.from_tenant is null and p.act in ('insert', 'forgotten')) as news,
         bool_or(p.from_tenant is not null and p.row_no is not null) as known,
         bool_or(p.row_no is null and p.act = 'delete') as dropped
    into has from portal.ingest_plan p where p.batch = of_batch and p.version = of_version;
  if has.news then
    execute 'insert into portal.upstream_rows (source_id, kind, key, tenant_id, row_id, content_hash, upstream_updated_at, deleted)
      select $2, $3, p.key, case p.act when ''insert'' then p.to_tenant else coalesce(auth.ingest_tenant(), 0) end, p.row_id,
             coalesce(p.content_hash, ''00000000-0000-0000-0000-000000000000''), p.updated_at, p.act = ''forgotten''
        from portal.ingest_plan p
       where p.batch = $1 and p.version = $4 and p.from_tenant is null and p.act in (''insert'', ''forgotten'') order by p.key'
      using of_batch, of_source, of_kind, of_version;
  end if;
  if has.known then
    execute 'update portal.upstream_rows u set
        tenant_id = case when p.act in (''insert'', ''update'', ''move'') then p.to_tenant else u.tenant_id end,
        content_hash = coalesce(p.content_hash, u.content_hash),
        upstream_updated_at = p.updated_at,
        deleted = p.act in (''delete'', ''forgotten'')
      from portal.ingest_plan p
     where p.batch = $1 and p.version = $4 and p.row_no is not null and p.from_tenant is not null
       and p.act in (''insert'', ''update'', ''move'', ''delete'', ''seen'', ''forgotten'')
       and u.source_id = (select $2) and u.kind = (select $3) and u.key = p.key' -- as in portal.carry_lines
      using of_batch, of_source, of_kind, of_version;
  end if;
  -- What replacing took away is forgotten.
  if has.dropped then
    -- By their keys, not joined: without statistics, as soon after a first load, each would be compared with all.
    delete from portal.upstream_rows u where u.source_id = of_source and u.kind = of_kind and u.key = any (array(
      select p.key from portal.ingest_plan p where p.batch = of_batch and p.version = of_version and p.row_no is null and p.act = 'delete'));
  end if;
end $$;

-- Lines that stand of invoices which changed to a currency without a smaller unit.
create or replace function portal.round_lines(of_batch bigint, of_source smallint, of_version int) returns void
  language plpgsql volatile set search_path = pg_catalog, pg_temp as $$
begin
  if not exists (select from portal.staged_invoices s where s.batch = of_batch and portal.has_no_minor_unit(s.currency))
     and not exists (select from portal.tenants t where portal.has_no_minor_unit(t.currency))
     and not exists (select from portal.installation i where portal.has_no_minor_unit(i.currency)) then return; end if;
  update portal.invoice_lines l set amount_cents = portal.round_cents(l.amount_cents, i.currency)
    from portal.ingest_plan p join portal.invoices i on i.tenant_id = p.to_tenant and i.id = p.row_id
   where p.batch = of_batch and p.version = of_version and p.act in ('update', 'move') and p.to_tenant > 0 and portal.has_no_minor_unit(i.currency)
     and l.tenant_id = i.tenant_id and l.source_id = of_source and l.invoice_key = p.key and l.amount_cents % 100 <> 0;
end $$;

-- Does what portal.ingest_plan says of one version, set by set, as the upstream key itself: row-level security holds here too.
create or replace function portal.apply_version(of_batch bigint, of_kind text, of_source smallint, of_version int) returns void
  language plpgsql volatile set search_path = pg_catalog, pg_temp set enable_seqscan = on as $$
declare
  k record;
  has record;
  targets text; -- the written columns, and their values from the staged row s
  content text;
  waiting_content text; -- where a line of an invoice keeps all digits until its invoice is there
  -- A payment has its invoice's currency where it names none.
  own constant text := 'coalesce(s.currency, ' || case of_kind when 'payments' then '(select i.currency from portal.invoices i
    where i.tenant_id = p.to_tenant and i.source_id = $2 and i.source_key = s.invoice_no), ' else '' end
    || 't.currency, (select i.currency from portal.installation i))';
  of_line constant text := 'portal.round_cents(s.amount_cents, (select i.currency from portal.invoices i
    where i.tenant_id = p.to_tenant and i.source_id = $2 and i.source_key = s.invoice_key))';
  plan text;
  one_by_one boolean := current_setting('enable_nestloop')::boolean; -- see portal.ingest_join
  waiting text := case when one_by_one then 'd.id = any (array[p.row_id])' else 'd.id = p.row_id' end;
begin
  -- In small tables, too: they may have grown meanwhile.
  if one_by_one then set local enable_seqscan = off; end if;
  select * into k from portal.ingest_kind(of_kind);
  targets := array_to_string(k.columns || case when k.own_currency then array['currency_given'] else '{}' end
    || case when k.stamped then array['updated_at'] else '{}' end, ', ');
  select string_agg(case
        when c = 'currency' and k.own_currency then own
        when c like '%\_cents' and k.own_currency then format('portal.round_cents(s.%I, %s)', c, own)
        when c like '%\_cents' then of_line
        when c = 'taxes' then format('portal.round_taxes(s.taxes, %s)', own)
        when c = 'upstream_updated_at' then 'p.updated_at'
        else 's.' || c end, ', ' order by n) || case when k.own_currency then ', s.currency is not null' else '' end || case when k.stamped then ', clock_timestamp()' else '' end
    into content from unnest(k.columns) with ordinality u (c, n);
  waiting_content := replace(content, of_line, 's.amount_cents');
  plan := format('from portal.ingest_plan p %s left join portal.tenants t on t.id = p.to_tenant where p.batch = $1 and p.version = $3',
    portal.ingest_join('s', k.staged, 's.batch = $1 and s.row_no = p.row_no'));
  select coalesce(bool_or(p.act = 'delete' and p.from_tenant > 0), false) as goes, coalesce(bool_or(p.act = 'delete' and p.from_tenant = 0), false) as waiting_goes,
         coalesce(bool_or(p.act = 'move'), false) as moves,
         coalesce(bool_or(p.act in ('update', 'move') and p.to_tenant > 0), false) as changes,
         coalesce(bool_or(p.act in ('update', 'move') and p.to_tenant = 0), false) as waiting_changes,
         coalesce(bool_or(p.act = 'insert' and p.to_tenant > 0), false) as comes, coalesce(bool_or(p.act = 'insert' and p.to_tenant = 0), false) as waiting_comes
    into has from portal.ingest_plan p where p.batch = of_batch and p.version = of_version;

  if k.waiting is null then
    if has.goes or has.waiting_goes then
      execute format('delete from portal.%I d using portal.ingest_plan p where p.batch = $1 and p.version = $3 and p.act = ''delete''
        and d.tenant_id = case p.from_tenant when 0 then -1 else p.from_tenant end and d.id = p.row_id', k.target)
        using of_batch, of_source, of_version;
    end if;
    if has.changes or has.waiting_changes then
      execute format('update portal.%I d set (tenant_id, %s) = row(case p.to_tenant when 0 then -1 else p.to_tenant end, %s) %s
        and p.act in (''update'', ''move'') and d.id = p.row_id and d.tenant_id = case p.from_tenant when 0 then -1 else p.from_tenant end',
        k.target, targets, content, plan) using of_batch, of_source, of_version;
    end if;
    if has.comes or has.waiting_comes then
      execute format('insert into portal.%I (tenant_id, id, source_id, %I, %s)
        select case p.to_tenant when 0 then -1 else p.to_tenant end, p.row_id, $2, p.key, %s %s and p.act = ''insert''',
        k.target, k.key_column, targets, content, plan) using of_batch, of_source, of_version;
    end if;
    perform portal.register_ingested(of_batch, of_kind, of_source, of_version);
    return;
  end if;

  if has.goes then
    execute format('delete from portal.%I d using portal.ingest_plan p where p.batch = $1 and p.version = $3 and p.act = ''delete''
      and d.tenant_id = p.from_tenant and d.id = p.row_id', k.target) using of_batch, of_source, of_version;
  end if;
  if has.waiting_goes then
    execute format('delete from portal.%I d using portal.ingest_plan p where p.batch = $1 and p.version = $3 and p.act = ''delete''
      and p.from_tenant = 0 and %s', k.waiting, waiting) using of_batch, of_source, of_version;
  end if;

  -- To and from the unassigned rows as they are, then like every update. Between tenants it is an update of the tenant.
  if has.moves then
    perform portal.carry_ingested(k.target, false, 'where p.batch = $1 and p.version = $3 and p.act = ''move'' and p.to_tenant = 0 and d.tenant_id = p.from_tenant and d.id = p.row_id',
      of_batch, of_source, of_version);
    perform portal.carry_ingested(k.target, true, 'where p.batch = $1 and p.version = $3 and p.act = ''move'' and p.from_tenant = 0 and ' || waiting, of_batch, of_source, of_version);
  end if;
  if has.changes then
    execute format('update portal.%I d set (tenant_id, %s) = row(p.to_tenant, %s) %s and p.act in (''update'', ''move'') and p.to_tenant > 0
      and d.id = p.row_id and d.tenant_id = case p.from_tenant when 0 then p.to_tenant else p.from_tenant end',
      k.target, targets, content, plan) using of_batch, of_source, of_version;
  end if;
  if has.waiting_changes then
    execute format('update portal.%I d set (%s) = row(%s) %s and p.act in (''update'', ''move'') and p.to_tenant = 0
      and %s', k.waiting, targets, content, plan, waiting) using of_batch, of_source, of_version;
  end if;

  if has.comes then
    execute format('insert into portal.%I (tenant_id, id, source_id, %I, %s)
      select p.to_tenant, p.row_id, $2, p.key, %s %s and p.act = ''insert'' and p.to_tenant > 0',
      k.target, k.key_column, targets, content, plan) using of_batch, of_source, of_version;
  end if;
  if has.waiting_comes then
    execute format('insert into portal.%I (id, source_id, %I, %s)
      select p.row_id, $2, p.key, %s %s and p.act = ''insert'' and p.to_tenant = 0',
      k.waiting, k.key_column, targets, waiting_content, plan) using of_batch, of_source, of_version;
  end if;

  if of_kind = 'invoices' and has.changes then perform portal.round_lines(of_batch, of_source, of_version); end if;
  if of_kind in ('orders', 'invoices', 'shipments') then perform portal.carry_lines(of_batch, of_kind, of_source, of_version); end if;
  if of_kind = 'orders' and has.moves then perform portal.part_purchase_orders(of_batch, of_version); end if;
  perform portal.register_ingested(of_batch, of_kind, of_source, of_version);
end $$;

-- Does all of it: the first version of every key at once, then the second of those that have one, so that each is recorded as if it
-- had come alone. The caller has put batches of the family in line (portal.lock_ingest).
create or replace function portal.apply_ingest(of_batch bigint, of_kind text, of_source smallint) returns void
  language plpgsql volatile set search_path = pg_catalog, pg_temp as $$
declare of_version int;
begin
  for of_version in select distinct p.version from portal.ingest_plan p where p.batch = of_batch order by 1 loop
    perform portal.apply_version(of_batch, of_kind, of_source, of_version);
  end loop;
end $$;

-- Takes the plan of a batch that was applied; answers the tenants whose rows changed, 0 for the unassigned.
create or replace function portal.take_ingest_plan(of_batch bigint) returns int[]
  language plpgsql volatile set search_path = pg_catalog, pg_temp as $$
declare tenants int[];
begin
  with taken as (
    delete from portal.ingest_plan p where p.batch = of_batch returning p.act, p.from_tenant, p.to_tenant
  )
  select coalesce(array_agg(distinct x.t), '{}') into tenants
    from (select distinct p.from_tenant, p.to_tenant from taken p where p.act in ('insert', 'update', 'move', 'delete')) p,
         unnest(array[p.from_tenant, p.to_tenant]) x (t)
   -- A deleted row that was another tenant's is new to a bound key.
   where x.t is not null and (auth.ingest_tenant() is null or x.t in (0, auth.ingest_tenant()));
  return tenants;
end $$;

alter function portal.carry_lines(bigint, text, smallint, int) owner to portal_keeper;
grant execute on function portal.carry_ingested(text, boolean, text, bigint, smallint, int) to portal_keeper;
grant execute on function portal.carry_ingested(text, boolean, text, bigint, smallint, int), portal.carry_lines(bigint, text, smallint, int),
  portal.register_ingested(bigint, text, smallint, int), portal.round_lines(bigint, smallint, int), portal.apply_version(bigint, text, smallint, int), portal.apply_ingest(bigint, text, smallint), portal.take_ingest_plan(bigint)
  to portal_ingest;
