-- A payment that came without a currency has that of the invoice that it names, whichever came first, and its company's while
-- there is none (J5). Kept a statement at a time by triggers, before what is paid of invoices is (a_ comes before apply_).

create or replace function portal.take_invoice_currency() returns trigger
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  found_rows bigint;
  loops boolean := current_setting('enable_nestloop')::boolean;
  merges boolean := current_setting('enable_mergejoin')::boolean;
begin
  -- What this function sets itself ends here. Counted, as in portal.apply_to_invoices.
  execute 'select count(*) from added a where a.currency_given is false and a.invoice_no is not null' into found_rows;
  if found_rows = 0 then return null; end if;
  -- Before the planner knows the tables, any index of the client seems as good, and each payment of a batch would be compared with
  -- all payments or invoices of it (400 of them with 160,000 to 480,000 rows); a small table is read once instead.
  if found_rows > 50 and (select c.reltuples < 10000 from pg_class c where c.oid = 'portal.payments'::regclass) then
    set local enable_nestloop = off;
    set local enable_mergejoin = off;
  end if;
  -- Executed, so that it is planned for as many rows as there are.
  execute 'update portal.payments p set currency = i.currency, amount_cents = portal.round_cents(p.amount_cents, i.currency)
      from added a
      join portal.invoices i on i.tenant_id = a.tenant_id and i.source_id = a.source_id and i.source_key = a.invoice_no and i.currency <> a.currency
     where a.currency_given is false and p.tenant_id = a.tenant_id and p.id = a.id';
  if loops then set local enable_nestloop = on; end if;
  if merges then set local enable_mergejoin = on; end if;
  return null;
end $$;

create or replace function portal.give_invoice_currency() returns trigger
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  touched text := case tg_op
    when 'INSERT' then 'select a.tenant_id, a.source_id, a.source_key from added a'
    when 'DELETE' then 'select r.tenant_id, r.source_id, r.source_key from removed r'
    else 'select x.tenant_id, x.source_id, x.source_key from added a join removed r on r.id = a.id
            cross join lateral (values (a.tenant_id, a.source_id, a.source_key), (r.tenant_id, r.source_id, r.source_key)) x (tenant_id, source_id, source_key)
           where (r.tenant_id, r.currency) <> (a.tenant_id, a.currency)' end;
  found_any boolean;
begin
  execute format('select count(*) > 0 from (%s) t', touched) into found_any;
  if not found_any then return null; end if;
  execute format('update portal.payments p
       set currency = coalesce(i.currency, c.currency), amount_cents = portal.round_cents(p.amount_cents, coalesce(i.currency, c.currency))
      from (select distinct t.* from (%s) t) t
      join portal.tenants c on c.id = t.tenant_id
      left join portal.invoices i on i.tenant_id = t.tenant_id and i.source_id = t.source_id and i.source_key = t.source_key
     where p.invoice_no = t.source_key and p.tenant_id = t.tenant_id and p.source_id = t.source_id and p.currency_given is false
       and p.currency <> coalesce(i.currency, c.currency)', touched);
  return null;
end $$;

alter function portal.take_invoice_currency() owner to portal_keeper;
alter function portal.give_invoice_currency() owner to portal_keeper;
