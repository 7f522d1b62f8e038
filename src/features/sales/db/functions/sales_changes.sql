-- Every statement on sales lines notes what it changed; the commit adds it up (portal.settle_sales). So the sums need no
-- care by whoever writes, and locks are held from the first work of the commit to its end, not while a batch streams in.
-- One new line by itself is noted as such, for a commit in few statements (portal.add_one_sale), until its transaction changes more.
-- With `set local portal.bulk = 'on'` a statement that changes more than a quarter of all lines notes only the years that it
-- touched, and the commit builds them anew ('always': every statement does). The sums are right either way; building anew
-- is several times faster for a first load, and slower where much else is there.
create or replace function portal.note_sales_changes() returns trigger
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  wish text := coalesce(current_setting('portal.bulk', true), '');
  bulk boolean;
  lines bigint;
  noted boolean;
  done boolean;
begin
  if wish = '' and tg_op = 'INSERT' then
    insert into portal.sales_unsettled
      select pg_current_xact_id(), a.tenant_id, a.currency, a.year, a.month, a.item_id, a.customer_id, a.invoice_no, a.quantity, a.amount_cents
        from added a where not exists (select from added offset 1) on conflict do nothing;
    if found then return null; end if;
  end if;

  bulk := wish = 'always';
  if tg_op = 'TRUNCATE' then
    insert into portal.sales_pending values (-1, pg_current_xact_id(), 0) on conflict do nothing; -- everything
    noted := true;
  elsif wish = 'on' then
    lines := 0;
    if tg_op <> 'DELETE' then lines := (select count(*) from added); end if;
    if tg_op <> 'INSERT' then lines := lines + (select count(*) from removed); end if;
    bulk := 4 * lines > coalesce((select sum(t.lines) from portal.sales_totals t where t.tenant_id = 0), 0);
  end if;
  if tg_op in ('INSERT', 'UPDATE') then
    if bulk then
      insert into portal.sales_pending select distinct a.tenant_id, pg_current_xact_id(), a.year from added a on conflict do nothing;
    else
      insert into portal.sales_changes
        select a.tenant_id, pg_current_xact_id(), a.currency, a.year, a.month, a.item_id, a.customer_id, a.invoice_no,
               1, a.quantity, a.amount_cents from added a;
    end if;
    noted := found;
  end if;
  if tg_op in ('DELETE', 'UPDATE') then
    if bulk then
      insert into portal.sales_pending select distinct r.tenant_id, pg_current_xact_id(), r.year from removed r on conflict do nothing;
    else
      insert into portal.sales_changes
        select r.tenant_id, pg_current_xact_id(), r.currency, r.year, r.month, r.item_id, r.customer_id, r.invoice_no,
               -1, -r.quantity, -r.amount_cents from removed r;
    end if;
    noted := noted or found;
  end if;
  if noted then
    done := portal.note_single_sale() is null;
    insert into portal.sales_unsettled (xid) values (pg_current_xact_id()) on conflict do nothing;
  end if;
  return null;
end $$;

-- A line that was noted by itself joins the other changes of its transaction.
create or replace function portal.note_single_sale() returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  with single as (
    delete from portal.sales_unsettled u where u.xid = pg_current_xact_id() and u.currency is not null returning *
  ), noted as (
    insert into portal.sales_changes
      select s.tenant_id, s.xid, s.currency, s.year, s.month, s.item_id, s.customer_id, s.invoice_no, 1, s.quantity, s.amount_cents from single s
  )
  insert into portal.sales_unsettled (xid) select s.xid from single s;
end $$;

create or replace function portal.settle_sales_at_commit() returns trigger
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare done boolean;
begin
  done := portal.settle_sales() is null; -- assigned, not performed: a query would be set up
  delete from portal.sales_unsettled u where u.xid = new.xid;
  return null;
end $$;
alter function portal.note_sales_changes() owner to portal_keeper;
alter function portal.note_single_sale() owner to portal_keeper;
alter function portal.settle_sales_at_commit() owner to portal_keeper;
