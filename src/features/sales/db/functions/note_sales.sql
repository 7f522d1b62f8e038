-- Every statement on sales lines notes what it changed: lines that came count +1, lines that went -1, and an update is both. The
-- commit adds it up (portal.settle_sales). So the sums need no care by whoever writes, and their lock is held during the commit
-- alone, not while a batch streams in.
-- With `set local portal.bulk = 'on'` a statement that changes more than a quarter of a dataset's lines notes the dataset alone, and
-- the commit builds its sums anew ('always': every statement does). The sums are the same either way; building them anew is faster for
-- a first load, and slower where much else is there.
create or replace function portal.note_sales() returns trigger
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  sign constant int := tg_argv[0];
  bulk constant text := coalesce(current_setting('portal.bulk', true), '');
  anew smallint[] := '{}';
begin
  if bulk in ('on', 'always') then
    select coalesce(array_agg(c.dataset), '{}') into anew
      from (select x.dataset, count(*) n from changed x group by 1) c
     where bulk = 'always' or 4 * c.n > coalesce((
       select sum(t.lines) from portal.sales_sums t
        where t.tenant_id = 0 and t.dataset = c.dataset and t.dimension = 0 and t.period = 17 and t.year = 0), 0);
  end if;
  insert into portal.sales_changes
    select pg_current_xact_id(), c.tenant_id, c.dataset, c.currency, c.year, c.month, c.item_id, c.customer_id, c.order_no,
           sign, sign * c.quantity, sign * c.amount_cents
      from changed c where c.dataset <> all (anew);
  if found or anew <> '{}' then
    insert into portal.sales_unsettled as u values (pg_current_xact_id(), anew)
      on conflict (xid) do update set anew = u.anew || excluded.anew where excluded.anew <> '{}';
  end if;
  return null;
end $$;

create or replace function portal.note_sales_truncated() returns trigger
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into portal.sales_unsettled as u values (pg_current_xact_id(), '{1, 2}') on conflict (xid) do update set anew = '{1, 2}';
  return null;
end $$;

create or replace function portal.settle_sales_at_commit() returns trigger
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform portal.settle_sales();
  return null;
end $$;
alter function portal.note_sales() owner to portal_keeper;
alter function portal.note_sales_truncated() owner to portal_keeper;
alter function portal.settle_sales_at_commit() owner to portal_keeper;
