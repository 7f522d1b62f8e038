-- Every statement on sales lines notes what it changed; the commit adds it up (portal.settle_sales). So the sums need no
-- care by whoever writes, and locks are held from the first work of the commit to its end, not while a batch streams in.
-- With `set local portal.bulk = 'on'` a statement that changes more than a quarter of all lines notes only the years that it
-- touched, and the commit builds them anew ('always': every statement does). The sums are right either way; building anew
-- is several times faster for a first load, and slower where much else is there.
create or replace function portal.note_sales_changes() returns trigger
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  wish text := coalesce(current_setting('portal.bulk', true), '');
  bulk boolean := wish = 'always';
  lines bigint := 0;
begin
  if tg_op = 'TRUNCATE' then
    insert into portal.sales_pending values (-1, pg_current_xact_id(), 0) on conflict do nothing; -- everything
    return null;
  end if;
  if wish = 'on' then
    if tg_op <> 'DELETE' then lines := (select count(*) from added); end if;
    if tg_op <> 'INSERT' then lines := lines + (select count(*) from removed); end if;
    bulk := 4 * lines > coalesce((select sum(t.lines) from portal.sales_totals t
                                   where t.tenant_id = 0 and t.period = 17 and t.year = 0), 0);
  end if;
  if tg_op <> 'DELETE' then
    if bulk then
      insert into portal.sales_pending select distinct a.tenant_id, pg_current_xact_id(), a.year from added a on conflict do nothing;
    else
      with noted as (
        insert into portal.sales_changes
          select a.tenant_id, pg_current_xact_id(), a.currency, a.year, a.month, a.item_id, a.customer_id, a.invoice_no,
                 1, a.quantity, a.amount_cents from added a returning 1
      ) insert into portal.sales_pending select 0, pg_current_xact_id(), 0 where exists (select from noted) on conflict do nothing;
    end if;
  end if;
  if tg_op <> 'INSERT' then
    if bulk then
      insert into portal.sales_pending select distinct r.tenant_id, pg_current_xact_id(), r.year from removed r on conflict do nothing;
    else
      with noted as (
        insert into portal.sales_changes
          select r.tenant_id, pg_current_xact_id(), r.currency, r.year, r.month, r.item_id, r.customer_id, r.invoice_no,
                 -1, -r.quantity, -r.amount_cents from removed r returning 1
      ) insert into portal.sales_pending select 0, pg_current_xact_id(), 0 where exists (select from noted) on conflict do nothing;
    end if;
  end if;
  return null;
end $$;

create or replace function portal.settle_sales_at_commit() returns trigger
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare done boolean;
begin
  -- Assigned, not performed: a query would be set up.
  if not portal.add_one_sale() then done := portal.settle_sales() is null; end if;
  return null;
end $$;
alter function portal.note_sales_changes() owner to portal_keeper;
alter function portal.settle_sales_at_commit() owner to portal_keeper;

do $$
declare t text;
begin
  foreach t in array array['sales_history', 'unassigned_sales_history'] loop
    execute format('create or replace trigger note_insert after insert on portal.%I referencing new table as added
      for each statement execute function portal.note_sales_changes()', t);
    execute format('create or replace trigger note_update after update on portal.%I referencing old table as removed new table as added
      for each statement execute function portal.note_sales_changes()', t);
    execute format('create or replace trigger note_delete after delete on portal.%I referencing old table as removed
      for each statement execute function portal.note_sales_changes()', t);
    execute format('create or replace trigger note_truncate after truncate on portal.%I
      for each statement execute function portal.note_sales_changes()', t);
  end loop;
  if not exists (select from pg_trigger where tgrelid = 'portal.sales_pending'::regclass and tgname = 'settle') then
    create constraint trigger settle after insert on portal.sales_pending deferrable initially deferred
      for each row execute function portal.settle_sales_at_commit();
  end if;
end $$;
