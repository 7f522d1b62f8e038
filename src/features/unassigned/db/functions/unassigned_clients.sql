-- Rows whose client nobody has claimed (G1): what there is of each client, and its way to a tenant and back.

-- The names of the upstream systems, for administrators.
create or replace function auth.ingest_source_names(out id smallint, out name text) returns setof record
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select s.id, s.name from auth.ingest_sources s where auth.is_admin()
$$;

-- What belongs to clients, in pieces: by client, name as written, kind and currency. A client is its code in a source, or, where
-- rows have no code, its exact name in all sources. Of the unassigned rows (tenant 0) every client, else the one that is named.
-- Sales lines of a tenant are looked up by their customer, and what was added up is joined by hash: who just got a client has
-- tables of which nothing is known, where the planner expects a few lines and would compare each customer of them with all.
create or replace function portal.client_pieces(of_tenant int, of_source int, of_code text, of_name text)
  returns table (kind text, source_id smallint, code text, name text, seen text, currency text, n bigint, quantity bigint, cents bigint,
    first_date date, last_date date)
  language plpgsql stable set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan set jit = off
  set work_mem = '64MB' set enable_nestloop = off as $$
begin
  return query
  with customer as materialized (
    select c.customer_id, nullif(c.client_code, '') as client_code, nullif(c.customer_name, '') as client_name
      from (select distinct s.tenant_id, s.customer_id, s.client_code, s.customer_name from portal.sales_customers s) c
     where c.tenant_id = 0 and (of_tenant = 0 or case when of_code is null then c.client_code = '' and c.customer_name = of_name
                                                      else c.client_code = of_code end)
  ), piece as (
    select 'customers' as of_kind, d.source_id, d.client_code, d.client_name, null::text as currency, count(*) as n, null::numeric as quantity,
           null::numeric as cents, null::date as first_date, null::date as last_date
      from (select u.source_id, u.client_code, u.client_name from portal.unassigned_customers u where of_tenant = 0
            union all
            select c.source_id, c.client_code, c.client_name from portal.customers c where c.tenant_id = of_tenant and c.client_code = of_code) d
     group by 2, 3, 4
    union all
    select 'orders', d.source_id, d.client_code, d.client_name, d.currency::text, count(*), null, sum(d.amount_cents), min(d.order_date), max(d.order_date)
      from (select u.source_id, u.client_code, u.client_name, u.currency, u.amount_cents, u.order_date
              from portal.unassigned_orders u where of_tenant = 0
            union all
            select o.source_id, o.client_code, o.client_name, o.currency, o.amount_cents, o.order_date from portal.orders o
             where o.tenant_id = of_tenant
               and case when of_code is null then o.client_code is null and o.client_name = of_name else o.client_code = of_code end) d
     group by 2, 3, 4, 5
    union all
    select d.of_kind, d.source_id, d.client_code, d.client_name, d.currency::text, count(*), null, sum(d.cents), min(d.on_date), max(d.on_date)
      from (select 'invoices' as of_kind, u.source_id, u.client_code, u.client_name, u.currency, u.total_cents as cents, u.invoice_date as on_date
              from portal.unassigned_invoices u where of_tenant = 0
            union all
            select 'payments', u.source_id, u.client_code, u.client_name, u.currency, u.amount_cents, u.payment_date
              from portal.unassigned_payments u where of_tenant = 0
            union all
            select 'invoices', i.source_id, i.client_code, i.client_name, i.currency, i.total_cents, i.invoice_date from portal.invoices i
             where i.tenant_id = of_tenant
               and case when of_code is null then i.client_code is null and i.client_name = of_name else i.client_code = of_code end
            union all
            select 'payments', p.source_id, p.client_code, p.client_name, p.currency, p.amount_cents, p.payment_date from portal.payments p
             where p.tenant_id = of_tenant
               and case when of_code is null then p.client_code is null and p.client_name = of_name else p.client_code = of_code end) d
     group by 1, 2, 3, 4, 5
    union all
    select 'price-list', d.source_id, d.client_code, d.client_name, null, count(*), null, null, min(d.valid_from), max(d.valid_from)
      from (select u.source_id, u.client_code, u.client_name, u.valid_from from portal.unassigned_prices u where of_tenant = 0
            union all
            select p.source_id, p.client_code, p.client_name, p.valid_from from portal.prices p
             where p.tenant_id = of_tenant
               and case when of_code is null then p.client_code is null and p.client_name = of_name else p.client_code = of_code end) d
     group by 2, 3, 4
    union all
    select 'shipments', d.source_id, d.client_code, d.client_name, null, count(*), null, null, min(d.on_date), max(d.on_date)
      from (select u.source_id, u.client_code, u.client_name, coalesce(u.shipped_on, u.estimated_on) as on_date
              from portal.unassigned_shipments u where of_tenant = 0
            union all
            select s.source_id, s.client_code, s.client_name, coalesce(s.shipped_on, s.estimated_on) from portal.shipments s
             where s.tenant_id = of_tenant
               and case when of_code is null then s.client_code is null and s.client_name = of_name else s.client_code = of_code end) d
     group by 2, 3, 4
    union all
    select s.of_kind, s.source_id, c.client_code, c.client_name, s.currency::text, s.n, s.quantity, s.cents, s.first_date, s.last_date
      from (select d.of_kind, d.source_id, d.customer_id, d.currency, count(*) as n, sum(d.quantity) as quantity, sum(d.amount_cents) as cents,
                   min(d.on_date) as first_date, max(d.on_date) as last_date
              from (select case l.dataset when 1 then 'sales-history' else 'current-sales' end as of_kind, l.source_id, l.customer_id, l.currency,
                           l.quantity, l.amount_cents, coalesce(l.invoice_date, make_date(l.year, l.month, 1)) as on_date
                      from portal.sales_lines l
                     where l.tenant_id = case of_tenant when 0 then -1 else of_tenant end
                       and (of_tenant = 0 or l.customer_id = any (array(select c.customer_id from customer c)))) d
             group by 1, 2, 3, 4) s
      join customer c on c.customer_id = s.customer_id
  )
  select p.of_kind, case when p.client_code is not null then p.source_id end, p.client_code, case when p.client_code is null then p.client_name end,
         p.client_name, p.currency, sum(p.n)::bigint, sum(p.quantity)::bigint, sum(p.cents)::bigint, min(p.first_date), max(p.last_date)
    from piece p
   where of_source is null or p.source_id = of_source
   group by 1, 2, 3, 4, 5, 6;
end $$;

-- Clients with their pieces added up, those with the most rows first; of one client where code or name is given. Sums are per
-- kind and currency. `total` counts all that match.
create or replace function portal.unassigned_clients(of_tenant int, of_source int, of_code text, of_name text, search text, most int)
  returns json language plpgsql stable set search_path = pg_catalog, pg_temp set jit = off as $$
declare
  patterns text[] := portal.search_patterns(coalesce(search, ''));
begin
  return (
    with piece as materialized (
      select p.* from portal.client_pieces(of_tenant, of_source, of_code, of_name) p
       where (of_code is null and of_name is null) or case when of_code is null then p.code is null and p.name = of_name else p.code = of_code end
    ), client as (
      select p.source_id, p.code, p.name, sum(p.n) n, min(p.first_date) first_date, max(p.last_date) last_date,
             (array_agg(distinct p.seen) filter (where p.seen is not null))[1:5] seen
        from piece p group by 1, 2, 3
      having patterns = '{%%}' or portal.search_fold(concat_ws(chr(10), p.code, p.name, string_agg(p.seen, chr(10)))) like any (patterns)
    ), page as materialized (
      select * from client c order by c.n desc, c.code, c.name, c.source_id limit most
    ), sums as ( -- of the page alone, found by what can be hashed: each of its clients would be compared with all pieces otherwise
      select coalesce(x.source_id, 0) source_key, coalesce(x.code, '') code_key, coalesce(x.name, '') name_key,
             json_agg(json_build_object('kind', x.kind, 'currency', x.currency, 'rows', x.n,
               'quantity', portal.units(x.quantity), 'amount', portal.money_text(x.cents),
               'firstDate', x.first_date, 'lastDate', x.last_date) order by x.kind, x.currency) sums
        from (select p.source_id, p.code, p.name, p.kind, p.currency, sum(p.n) n, sum(p.quantity) quantity, sum(p.cents) cents,
                     min(p.first_date) first_date, max(p.last_date) last_date
                from piece p
               where (coalesce(p.source_id, 0), coalesce(p.code, ''), coalesce(p.name, '')) in (
                 select coalesce(c.source_id, 0), coalesce(c.code, ''), coalesce(c.name, '') from page c)
               group by 1, 2, 3, 4, 5) x
       group by 1, 2, 3
    )
    select json_build_object('total', (select count(*) from client), 'items', (
      select coalesce(json_agg(json_build_object(
        'sourceId', c.source_id, 'source', (select s.name from auth.ingest_source_names() s where s.id = c.source_id),
        'clientCode', c.code, 'clientName', c.name, 'names', coalesce(c.seen, '{}'), 'rows', c.n,
        'firstDate', c.first_date, 'lastDate', c.last_date,
        'belongsTo', (select json_build_object('id', t.id, 'name', t.name) from portal.tenants t where t.id = coalesce(
            (select k.tenant_id from portal.upstream_clients k where k.source_id = c.source_id and k.client_code = c.code),
            (select k.tenant_id from portal.upstream_client_names k where c.code is null and k.client_name = c.name))),
        'sums', u.sums)
        order by c.n desc, c.code, c.name, c.source_id), '[]')
        from page c left join sums u on (u.source_key, u.code_key, u.name_key) = (coalesce(c.source_id, 0), coalesce(c.code, ''), coalesce(c.name, '')))));
end $$;

-- Moves everything of a client from the unassigned rows (tenant 0) to a tenant, or from a tenant back: as ingestion moves rows,
-- with their history, the lines of orders and the register of upstream rows. The caller has put ingestion in line
-- (portal.lock_client). Answers the rows by kind.
create or replace function portal.move_client(of_source int, of_code text, of_name text, from_tenant int, to_tenant int) returns jsonb
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp set jit = off as $$
declare
  k record;
  of_batch bigint;
  noted bigint;
  moved jsonb := '{}';
  topics text[] := '{}';
  of_client constant text := 'case when $2 is null then d.client_code is null and d.client_name = $3 else d.client_code = $2 end';
  of_customers constant text := 'd.customer_id = any (array(select n.id from portal.customer_names n
    where case when $2 is null then n.client_code = '''' and n.customer_name = $3 else n.client_code = $2 end))';
  other_currency boolean := exists (select from portal.tenants t, portal.installation i
    where t.id in (from_tenant, to_tenant) and t.currency <> i.currency);
begin
  perform auth.require_context('admin');
  if (from_tenant = 0) = (to_tenant = 0) then raise exception 'from or to the unassigned rows'; end if;
  set local portal.bulk = 'on';
  for k in
    select s.source, kind.name, kind.client, (portal.ingest_kind(kind.name)).*
      from (select n.id as source from auth.ingest_source_names() n where of_source is null or n.id = of_source) s,
           (values ('customers', 'd.client_code = $2'),
                   ('orders', of_client), ('invoices', of_client), ('payments', of_client), ('price-list', of_client), ('shipments', of_client),
                   ('sales-history', of_customers), ('current-sales', of_customers)) kind (name, client)
     order by s.source, kind.name
  loop
    of_batch := - nextval('portal.client_move_ids');
    execute format('insert into portal.ingest_plan (batch, key, act, from_tenant, to_tenant, row_id, content_hash, currency)
        select $5, d.%I, ''move'', $4, $6, d.id, %s, %s from portal.%I d where d.source_id = $1 and %s%s',
      k.key_column,
      -- Of a row that came before it was kept whether its currency is its own, the next time that upstream sends it counts as a
      -- change where the company's is another one than the installation's, and sets it right.
      case when k.own_currency and other_currency
        then 'case when d.currency_given is null then ''00000000-0000-0000-0000-000000000000''::uuid end' else 'null' end,
      case when k.own_currency then 'case when d.currency_given is not false then d.currency end' else 'null' end,
      case when from_tenant = 0 and k.waiting is not null then k.waiting else k.target end,
      case when from_tenant > 0 then 'd.tenant_id = $4 and ' when k.waiting is null then 'd.tenant_id = -1 and ' end, k.client)
      using k.source, of_code, of_name, from_tenant, of_batch, to_tenant;
    get diagnostics noted = row_count;
    continue when noted = 0;
    if k.name = 'payments' and from_tenant > 0 then perform portal.close_met_payments(of_batch, from_tenant); end if;
    if k.waiting is null then
      perform portal.move_sales_lines(of_batch, case k.name when 'sales-history' then 1 else 2 end, to_tenant);
    else
      perform portal.carry_ingested(k.target, from_tenant = 0, 'where p.batch = $1 and '
        || case when from_tenant > 0 then 'd.tenant_id = p.from_tenant and d.id = p.row_id' else 'd.id = any (array[p.row_id])' end,
        of_batch, k.source::smallint);
    end if;
    if k.name in ('orders', 'invoices', 'shipments') then perform portal.carry_lines(of_batch, k.name, k.source::smallint); end if;
    if k.name = 'orders' and from_tenant > 0 then perform portal.part_purchase_orders(of_batch); end if;
    update portal.upstream_rows u set tenant_id = p.to_tenant, content_hash = coalesce(p.content_hash, u.content_hash)
      from portal.ingest_plan p
     where p.batch = of_batch and u.source_id = (select k.source) and u.kind = (select k.name) and u.key = p.key; -- as in portal.carry_lines
    delete from portal.ingest_plan p where p.batch = of_batch;
    moved := moved || jsonb_build_object(k.name, coalesce((moved ->> k.name)::bigint, 0) + noted);
    topics := array_append(topics, k.topic);
  end loop;
  perform portal.learn_sizes(); -- what follows, and who looks at the client, has tables that were empty a moment ago
  perform portal.settle_sales(); -- in the order of everybody's locks: display rules, sums, versions
  perform portal.touch_data(t, array[from_tenant, to_tenant]) from (select distinct unnest(topics) t order by 1) x;
  perform portal.announce_data(t, array[from_tenant, to_tenant])
     from (select distinct unnest(topics) t order by 1) x where t <> 'customers';
  return moved;
end $$;

-- No batch of the source (null: of any) is brought in beside what follows.
create or replace function portal.lock_client(of_source int) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform auth.require_context('admin');
  perform portal.lock_ingest(s.source, f.kind)
     from (select n.id as source from auth.ingest_source_names() n where of_source is null or n.id = of_source) s,
          (values (1, 'customers'), (2, 'orders'), (3, 'sales-history'), (4, 'current-sales'), (5, 'invoices'), (7, 'shipments'), (8, 'price-list')) f (family, kind)
    order by s.source, f.family;
end $$;

alter function portal.move_client(int, text, text, int, int) owner to portal_keeper;
alter function portal.lock_client(int) owner to portal_keeper;
grant execute on function auth.ingest_source_names() to portal_keeper;
grant usage on sequence portal.client_move_ids to portal_keeper;
grant execute on function auth.ingest_source_names(), portal.client_pieces(int, int, text, text),
  portal.unassigned_clients(int, int, text, text, text, int), portal.move_client(int, text, text, int, int), portal.lock_client(int)
  to portal_admin;
