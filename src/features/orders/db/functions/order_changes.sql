-- Montant Total as it reads: its figure with the currency, or its text where it has none ("TBD", C3).
create or replace function portal.amount_reads(montant_total text, amount_cents bigint, currency text) returns text
  language sql immutable parallel safe set search_path = pg_catalog, pg_temp as $$
  select case when amount_cents <> 0 or montant_total ~ '[0-9]' and montant_total !~ '[1-9]'
              then round(amount_cents / 100.0, portal.minor_digits(currency)) || ' ' || currency else nullif(btrim(montant_total), '') end
$$;
grant execute on function portal.amount_reads(text, bigint, text) to portal_keeper;

-- Keeps the history of orders, a statement at a time. As the keeper: who writes orders writes no history, and a key that is
-- bound to a tenant sees none. History is where its order is: it moves with it between tenants, to and from the unassigned
-- rows, and ends with it, so that whoever uses the number of a deleted order next finds none.
create or replace function portal.note_order_changes() returns trigger
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  noted timestamptz := clock_timestamp(); -- one for all changes of a statement
  assigned boolean := tg_table_name = 'orders';
  history text := case when assigned then 'order_changes' else 'unassigned_order_changes' end;
  moved bigint;
  held constant text := 'order_id, id, line_no, field, old_value, new_value, recorded_at, upstream_updated_at';
begin
  if tg_op = 'INSERT' then
    -- A row that is only carried is not new, also where it came in the same transaction.
    if current_setting('portal.carries', true) = 'on' then return null; end if;
    if assigned then
      insert into portal.order_changes (tenant_id, order_id, field, new_value, recorded_at, upstream_updated_at)
      select a.tenant_id, a.id, 'created', nullif(btrim(a.ord_stat), ''), noted, a.upstream_updated_at from added a
       where a.created_at = now() order by a.id;
    else
      insert into portal.unassigned_order_changes (order_id, field, new_value, recorded_at, upstream_updated_at)
      select a.id, 'created', nullif(btrim(a.ord_stat), ''), noted, a.upstream_updated_at from added a
       where a.created_at = now() order by a.id;
    end if;
    return null;
  end if;

  if tg_op = 'DELETE' then
    if assigned then
      execute format('with gone as (
          delete from portal.order_changes h using removed r where h.tenant_id = r.tenant_id and h.order_id = r.id returning h.*)
        insert into portal.unassigned_order_changes (%1$s)
          select %1$s from gone g where (select true from portal.unassigned_orders u where u.id = g.order_id)', held); -- looked up, not joined
    else
      execute format('with gone as (
          delete from portal.unassigned_order_changes h using removed r where h.order_id = r.id returning h.*)
        insert into portal.order_changes (tenant_id, %1$s)
          select o.tenant_id, g.%2$s from gone g cross join lateral (
            select x.tenant_id from portal.orders x where x.id = g.order_id offset 0) o', -- looked up, not joined
        held, replace(held, ', ', ', g.'));
    end if;
    return null;
  end if;

  if current_setting('portal.quiet', true) = 'on' then return null; end if; -- what changes is no news (purchase_orders.sql of purchase orders)
  if assigned then
    -- Executed, so that it is planned for as many rows as there are; counted, because a search for the first would be
    -- planned to meet one soon.
    execute 'select count(*) from added a join removed r on r.id = a.id where r.tenant_id <> a.tenant_id' into moved;
    if moved > 0 then
      execute 'update portal.order_changes h set tenant_id = a.tenant_id from added a join removed r on r.id = a.id
        where r.tenant_id <> a.tenant_id and h.tenant_id = r.tenant_id and h.order_id = r.id';
    end if;
  end if;
  -- What reads the same is no change: letter case and stray blanks, another spelling of the same amount.
  execute format($sql$
    insert into portal.%I (%s order_id, field, old_value, new_value, recorded_at, upstream_updated_at)
    select %s a.id, c.field, c.old, c.new, $1, nullif(a.upstream_updated_at, r.upstream_updated_at)
      from added a join removed r on r.id = a.id
     cross join lateral (select (r.amount_cents, r.montant_total, r.currency) is distinct from
                                (a.amount_cents, a.montant_total, a.currency)) m (moved)
     cross join lateral (values
       (1, 'status', nullif(btrim(r.ord_stat), ''), nullif(btrim(a.ord_stat), '')),
       (2, 'blT', nullif(btrim(r.bl_t), ''), nullif(btrim(a.bl_t), '')),
       (3, 'ctsT', nullif(btrim(r.cts_t), ''), nullif(btrim(a.cts_t), '')),
       (4, 'bbT', nullif(btrim(r.bb_t), ''), nullif(btrim(a.bb_t), '')),
       (5, 'pbl', nullif(btrim(r.pbl), ''), nullif(btrim(a.pbl), '')),
       (6, 'pcts', nullif(btrim(r.pcts), ''), nullif(btrim(a.pcts), '')),
       (7, 'pbb', nullif(btrim(r.pbb), ''), nullif(btrim(a.pbb), '')),
       (8, 'promisedDate', r.promised_date::text, a.promised_date::text),
       (9, 'requestedDate', r.requested_date::text, a.requested_date::text),
       (10, 'orderDate', r.order_date::text, a.order_date::text),
       (11, 'amount', case when m.moved then portal.amount_reads(r.montant_total, r.amount_cents, r.currency) end,
                      case when m.moved then portal.amount_reads(a.montant_total, a.amount_cents, a.currency) end)
     ) c (place, field, old, new)
     where lower(c.old) is distinct from lower(c.new)
     order by a.id, c.place
  $sql$, history, case when assigned then 'tenant_id,' end, case when assigned then 'a.tenant_id,' end) using noted;
  return null;
end $$;
alter function portal.note_order_changes() owner to portal_keeper;

-- Quantities of lines belong to the history of their order. Lines that come or go are not told: upstream sends an order first
-- and its lines later, so that their coming says nothing of when they were ordered.
create or replace function portal.note_order_line_changes() returns trigger
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  assigned boolean := tg_table_name = 'order_lines';
begin
  execute format($sql$
    insert into portal.%1$I (%2$s order_id, line_no, field, old_value, new_value, recorded_at, upstream_updated_at)
    select %3$s o.id, a.line_no, c.field, trim_scale(c.old)::text, trim_scale(c.new)::text, $1, nullif(a.upstream_updated_at, r.upstream_updated_at)
      from added a
      join removed r on r.id = a.id and (r.qty_ordered, r.qty_shipped) is distinct from (a.qty_ordered, a.qty_shipped)
      join portal.%4$I o on %5$s o.source_id = a.source_id and o.source_key = a.order_key
     cross join lateral (values (1, 'qtyOrdered', r.qty_ordered, a.qty_ordered),
                                (2, 'qtyShipped', r.qty_shipped, a.qty_shipped)) c (place, field, old, new)
     where c.old is distinct from c.new
     order by o.id, a.id, c.place
  $sql$, case when assigned then 'order_changes' else 'unassigned_order_changes' end, case when assigned then 'tenant_id,' end,
    case when assigned then 'o.tenant_id,' end, case when assigned then 'orders' else 'unassigned_orders' end,
    case when assigned then 'o.tenant_id = a.tenant_id and' end) using clock_timestamp();
  return null;
end $$;
alter function portal.note_order_line_changes() owner to portal_keeper;
