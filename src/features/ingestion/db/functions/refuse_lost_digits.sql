-- Amounts are kept in hundredths. A row whose currency has thousandths, and an amount that needs one, is refused instead of rounded.

-- Where a staged row has such amounts in a currency, as SQL over its alias s and the SQL of the currency; null: the kind has no amounts.
create or replace function portal.lost_digits(of_kind text, currency text) returns text
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select string_agg(case c
           when 'taxes' then format('exists (select from jsonb_array_elements(s.taxes) x where portal.loses_digits((x ->> ''cents'')::numeric, %s))', currency)
           else format('coalesce(portal.loses_digits(s.%I, %s), false)', c, currency) end, ' or ' order by n)
    from portal.ingest_kind(of_kind) k, unnest(k.columns) with ordinality u (c, n)
   where c = 'taxes' or c like '%\_cents'
$$;

-- Before a batch is planned: takes such rows out. What a row says of its own currency was looked at as it was read; here it is the
-- company's, the invoice's of a line, and lines that came before their invoice or stand in another currency. Answers how
-- many were taken out; portal.ingest_plan has them as `amount_precision`, and for replacing as unread.
create or replace function portal.refuse_lost_digits(of_batch bigint, of_kind text, of_source smallint) returns bigint
  language plpgsql volatile set search_path = pg_catalog, pg_temp as $$
declare
  k record;
  refused bigint;
  suspect text := portal.lost_digits(of_kind, '''KWD'''); -- in the currency of any country, if at all
  thousandths boolean := exists (select from portal.tenants t where portal.minor_digits(t.currency) = 3)
    or exists (select from portal.installation i where portal.minor_digits(i.currency) = 3);
  currency text;
begin
  select * into k from portal.ingest_kind(of_kind);
  if suspect is null or of_kind <> 'invoice-lines' and not thousandths and not (of_kind = 'invoices' and exists (
      select from portal.staged_invoices s where s.batch = of_batch and portal.minor_digits(s.currency) = 3)) then return 0; end if;
  currency := case of_kind when 'invoice-lines' then 'coalesce(
        (select i.currency from portal.upstream_rows u join portal.invoices i on i.tenant_id = u.tenant_id and i.id = u.row_id
          where u.source_id = $2 and u.kind = ''invoices'' and u.key = s.invoice_key and not u.deleted),
        (select w.currency from portal.unassigned_invoices w where w.source_id = $2 and w.source_key = s.invoice_key))'
    else 'coalesce(s.currency, (select t.currency from portal.tenants t where t.id = case when s.client_code is null
          then (select n.tenant_id from portal.upstream_client_names n where n.client_name = s.client_name)
          else (select c.tenant_id from portal.upstream_clients c where c.source_id = $2 and c.client_code = s.client_code) end),
        (select i.currency from portal.installation i))' end;
  execute format($sql$
    with suspect as materialized (
      select s.*, %2$s as in_currency from portal.%1$I s where s.batch = $1 and not s.is_delete and (%3$s)
    ), refused as (
      delete from portal.%1$I d using suspect s where d.batch = $1 and d.row_no = s.row_no and (%4$s)
      returning d.row_no, d.line, d.key
    ), noted as (
      insert into portal.ingest_plan (batch, row_no, line, key, act)
      select $1, r.row_no, r.line, r.key, 'amount_precision' from refused r union all select $1, null, null, r.key, 'unread' from refused r
    )
    select count(*) from refused $sql$, k.staged, currency, suspect || case when of_kind = 'invoices' then ' or true' else '' end,
    portal.lost_digits(of_kind, 's.in_currency') || case when of_kind = 'invoices' then ' or portal.minor_digits(s.in_currency) = 3 and (
        exists (select from portal.unassigned_invoice_lines l where l.source_id = $2 and l.invoice_key = s.key and portal.loses_digits(l.amount_cents, s.in_currency))
        or exists (select from portal.invoices i join portal.invoice_lines l on l.tenant_id = i.tenant_id and l.source_id = i.source_id and l.invoice_key = i.source_key
                    where i.source_id = $2 and i.source_key = s.key and i.currency <> s.in_currency))' else '' end)
    into refused using of_batch, of_source;
  return refused;
end $$;

-- Whether rows of a client wait in the installation's currency because they named none: with how many digits they came is not known.
create or replace function portal.waits_without_currency(of_source int, of_code text, of_name text) returns boolean
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform auth.require_context('admin');
  return exists (
    select from (select o.source_id, o.client_code, o.client_name from portal.unassigned_orders o where not o.currency_given
                 union all select i.source_id, i.client_code, i.client_name from portal.unassigned_invoices i where not i.currency_given
                 union all select p.source_id, p.client_code, p.client_name from portal.unassigned_payments p where not p.currency_given) w
     where (of_source is null or w.source_id = of_source)
       and case when of_code is null then w.client_code is null and w.client_name = of_name else w.client_code = of_code end
  ) or exists (
    select from (select h.source_id, h.customer_id from portal.unassigned_sales_history h where not h.currency_given
                 union all select h.source_id, h.customer_id from portal.unassigned_current_sales h where not h.currency_given) h
      join portal.customer_names n on n.id = h.customer_id
     where (of_source is null or h.source_id = of_source)
       and case when of_code is null then n.client_code = '' and n.customer_name = of_name else n.client_code = of_code end);
end $$;
alter function portal.waits_without_currency(int, text, text) owner to portal_keeper;

grant execute on function portal.lost_digits(text, text), portal.refuse_lost_digits(bigint, text, smallint) to portal_ingest;
grant execute on function portal.waits_without_currency(int, text, text) to portal_admin;
